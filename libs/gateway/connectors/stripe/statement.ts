import type { ProviderReport } from '#domain/transaction/report';
import type { ReadStatement } from '../connector.js';
import { isObject } from '../json-body.js';
import { stripeDecimals } from './currencies.js';
import { listRows } from './list-rows.js';
import { mapIntent, readIntent } from './read-intent.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;

/**
 * All payments of a period, from the list: the search of Stripe lags behind. One that is not ours is named by its own id; in a
 * currency that is not in the table, none is ours.
 */
export const statement: ReadStatement = async ({ from, to }, account, limit) => {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  const listed = await listRows({ path: '/v1/payment_intents', query: { created }, pagesMax }, readReports, {
    account,
    limit: () => limit,
  });
  return listed.kind === 'listed' ? { kind: 'read', reports: listed.rows.flat() } : listed;
};

function readReports(row: unknown): readonly ProviderReport[] | undefined {
  const intent = readIntent(row);
  if (!intent) return isOfOtherCurrency(row) ? [] : undefined;
  const mapped = mapIntent({ ...intent, providerReference: intent.providerReference ?? intent.id });
  return mapped && [mapped.report];
}

function isOfOtherCurrency(row: unknown): boolean {
  const currency = isObject(row) ? row.currency : undefined;
  return typeof currency === 'string' && !Object.hasOwn(stripeDecimals, currency.toUpperCase());
}

function secondsOf(instant: Date): number {
  return Math.ceil(instant.getTime() / 1_000);
}
