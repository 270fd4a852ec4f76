import type { BankCodeChallenge } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { PlannedRoute } from '#domain/plan';
import type { Bank } from '#domain/transaction';
import { findConnector } from '#gateway/connectors/registry';
import type { ApiContext } from '../api-context.js';
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
  const source = sourceOf(context, project, route);
  const lists = await Promise.all(
    countries.map((country) => sources[source](context, { project, route, country })),
  );
  return arrange(lists.flat());
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

/** The provider's own list, unless the route has the bundled one as its only setting. */
function sourceOf(context: ApiContext, project: string, { route }: PlannedRoute): BankCodeChallenge {
  const planned = context
    .configuration()
    .routes.find((candidate) => candidate.project === project && candidate.name === route);
  const [setting, ...further] = planned?.bankCodeChallenges ?? [];
  return further.length > 0 ? 'provider_banks' : (setting ?? 'provider_banks');
}

function arrange(banks: readonly Bank[]): readonly Bank[] {
  const sorted = banks.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return sorted.filter((bank, index) => sorted.findIndex(({ code }) => code === bank.code) === index);
}
