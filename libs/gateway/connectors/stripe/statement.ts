import type { ProviderReport } from '#domain/transaction/report';
import type { ReadStatement } from '../connector.js';
import { listRows } from './list-rows.js';
import { mapIntent, readIntent } from './read-intent.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;

/** All payments of a period, from the list: the search of Stripe lags behind. One that is not ours is named by its own id. */
export const statement: ReadStatement = async ({ from, to }, account, limit) => {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  const listed = await listRows({ path: '/v1/payment_intents', query: { created }, pagesMax }, readReport, {
    account,
    limit: () => limit,
  });
  return listed.kind === 'listed' ? { kind: 'read', reports: listed.rows } : listed;
};

function readReport(row: unknown): ProviderReport | undefined {
  const intent = readIntent(row);
  return intent && mapIntent({ ...intent, providerReference: intent.providerReference ?? intent.id })?.report;
}

function secondsOf(instant: Date): number {
  return Math.ceil(instant.getTime() / 1_000);
}
