import { GatewayError } from '#domain/errors/gateway-error';
import type { PlannedRoute } from '#domain/transaction/plan';
import type { Bank } from '#domain/transaction/challenge';
import type { BankList } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { findBankList, keepBankList } from '#persistence/banks/bank-lists';
import type { ApiContext } from '../api-context.js';
import { createOneCallPerKey } from '../one-call-per-key.js';

/** Milliseconds: how old a kept list may be, and how long the provider has to give a new one. */
export type BankListTiming = { readonly bankListAgeMs: number; readonly lookupCallMs: number };

const oneCall = createOneCallPerKey<BankList>();

/**
 * The provider's banks of one country: the kept list while it is young, else a new one, else the kept one all the
 * same. Throws bankListUnavailable when there is neither, unavailable when Postgres is out of reach.
 */
export async function fetchBanks(
  context: ApiContext,
  route: Pick<PlannedRoute, 'mid' | 'provider'>,
  country: string,
  timing: BankListTiming,
): Promise<readonly Bank[]> {
  const kept = await findBankList(context.database, route.provider, country).catch(() => {
    throw new GatewayError('unavailable');
  });
  if (kept && kept.ageMs < timing.bankListAgeMs) return kept.banks;
  const list = await oneCall(`${route.provider} ${country}`, () => ask(context, route, country, timing));
  if (list.kind === 'listed') return list.banks;
  const { cause, detail } = list;
  context.log.warn({ provider: route.provider, country, cause, detail }, 'no list of banks');
  if (kept) return kept.banks;
  throw new GatewayError('bankListUnavailable');
}

async function ask(
  context: ApiContext,
  route: Pick<PlannedRoute, 'mid' | 'provider'>,
  country: string,
  { lookupCallMs }: BankListTiming,
): Promise<BankList> {
  const found = findAccount(context.configuration(), route);
  if (found.kind === 'missing') return { kind: 'noAnswer', cause: 'communication', detail: found.error };
  const list = await found.connector.listBanks(country, found.account, { timeoutMs: lookupCallMs });
  if (list.kind === 'noAnswer') return list;
  await keepBankList(context.database, route.provider, country, list.banks).catch(() => {
    context.log.warn({ provider: route.provider, country }, 'the list of banks is not kept');
  });
  return list;
}
