import type { ProviderReport } from '#domain/transaction/report';
import type { ReadStatement } from '../connector.js';
import { isObject } from '../json-body.js';
import { stripeDecimals } from './currencies.js';
import { listRows } from './list-rows.js';
import { isClosedUnasked, isUnasked, mapIntent, readIntent, referenceKey } from './read-intent.js';
import { mapSession, readSession } from './read-session.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;

/**
 * All payments of a period, from the lists: the search of Stripe lags behind. Those of a page are told by the page, which is there
 * before anybody has tried to pay. A payment that is not ours is named by its own id; none in a
 * currency that is not in the table can be ours.
 */
export const statement: ReadStatement = async ({ from, to }, account, limit) => {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  const asking = { account, limit: () => limit };
  const intents = { path: '/v1/payment_intents', query: { created }, pagesMax };
  const payments = await listRows(intents, readPayments, asking);
  if (payments.kind !== 'listed') return payments;
  const query = { created, expand: ['data.payment_intent'] };
  const sessions = await listRows({ path: '/v1/checkout/sessions', query, pagesMax }, readPages, asking);
  if (sessions.kind !== 'listed') return sessions;
  return { kind: 'read', reports: [...payments.rows.flat(), ...sessions.rows.flat()] };
};

/** What nobody has asked for is not found, as in a look-up. */
function readPayments(row: unknown): readonly ProviderReport[] | undefined {
  const intent = readIntent(row);
  if (!intent) return isOfOtherCurrency(row) ? [] : undefined;
  const { providerReference, flow, id } = intent;
  if (providerReference !== undefined && (flow === 'page' || isUnasked(intent) || isClosedUnasked(intent)))
    return [];
  const mapped = mapIntent({ ...intent, providerReference: providerReference ?? id });
  return mapped && [mapped.report];
}

/** Pages of others are left out: their payments tell of them. */
function readPages(row: unknown): readonly ProviderReport[] | undefined {
  const metadata = isObject(row) && isObject(row.metadata) ? row.metadata : {};
  if (metadata[referenceKey] === undefined) return [];
  const session = readSession(row);
  const mapped = session && mapSession(session);
  return mapped && [mapped.report];
}

function isOfOtherCurrency(row: unknown): boolean {
  const currency = isObject(row) ? row.currency : undefined;
  return typeof currency === 'string' && !Object.hasOwn(stripeDecimals, currency.toUpperCase());
}

function secondsOf(instant: Date): number {
  return Math.ceil(instant.getTime() / 1_000);
}
