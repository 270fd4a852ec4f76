import type { BankCodeChallenge } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { PlannedRoute } from '#domain/transaction/plan';
import { bankSource } from '#domain/routing/choose-route';
import type { Bank } from '#domain/transaction/challenge';
import { findConnector } from '#gateway/connectors/registry';
import type { ApiContext } from '../api-context.js';
import { arrangeBanks } from './arrange-banks.js';
import { fetchBanks } from './fetch-banks.js';

/**
 * The banks of these countries (ISO 3166-1 alpha-2) that the route pays out to, by name, each code once; `[]` when
 * there are none. They come from where the route's bank-code challenge setting says. Throws bankListUnavailable when
 * nobody can tell the banks of one of the countries.
 */
export async function offerBanks(
  context: ApiContext,
  project: string,
  countries: readonly string[],
  route: PlannedRoute,
): Promise<readonly Bank[]> {
  const source = bankSource(context.configuration(), project, route);
  const lists = await Promise.all(
    countries.map((country) => sources[source](context, { project, route, country })),
  );
  return arrangeBanks(lists.flat());
}

type Asked = { readonly project: string; readonly route: PlannedRoute; readonly country: string };

const sources: Readonly<
  Record<BankCodeChallenge, (context: ApiContext, asked: Asked) => Promise<readonly Bank[]>>
> = {
  async provider_banks(context, { project, route, country }) {
    const { timing } = context.configuration().projects[project] ?? {};
    if (!timing) throw new GatewayError('merchantNotFound');
    return fetchBanks(context, route, country, timing);
  },
  async bundled_banks(context, { route, country }) {
    const name = context.configuration().providers[route.provider]?.connector;
    const connector = name === undefined ? undefined : findConnector(name);
    return connector?.bundledBanks(country) ?? [];
  },
};
