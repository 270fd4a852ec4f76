import type { ReportedReversal } from '#domain/refunds/reversal';
import type { LookupResult } from '#domain/transaction/report';
import type { Money } from '#domain/values/money';
import type { CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { code, isObject } from '../json-body.js';
import { fromStripeUnits } from './currencies.js';
import { listRows } from './list-rows.js';
import { instantOf } from './read-challenge.js';
import type { Intent } from './read-intent.js';
import { readRefund, refundOutcomes } from './read-refund.js';

/** A thousand rows about one payment; more are no answer. */
const pagesMax = 10;

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
type Listed = {
  readonly kind: 'listed';
  readonly rows: readonly ReportedReversal[];
  readonly isTold: boolean;
};
type Payment = { readonly id: string; readonly providerReference: string; readonly money: Money };

/** What the states of a dispute say of its money: a bank that only asks has taken none. */
type Taken = 'asked' | 'taken' | 'wonBack';
export const disputeStatuses = {
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  warning_closed: 'asked',
  // Settled with a refund before the bank took anything.
  prevented: 'asked',
  needs_response: 'taken',
  under_review: 'taken',
  lost: 'taken',
  won: 'wonBack',
} as const satisfies Readonly<Record<string, Taken>>;

/**
 * Adds what happened to the money of a payment after its success (contract §15.8). Its charge says whether there are refunds and
 * disputes, and only then they are listed; early warnings of a card are in a list of their own. The success is not kept
 * waiting for them.
 */
export async function withReversals(
  found: LookupResult,
  intent: Intent | undefined,
  asking: Asking,
): Promise<LookupResult> {
  if (found.kind !== 'found' || found.report.outcome !== 'success' || !intent) return found;
  const { charge, id, money } = intent;
  if (!isObject(charge)) return { ...found, isMoneyUnread: true };
  const payment = { id, providerReference: found.report.providerReference, money };
  const lists = [
    ...(charge.refunded === true || Number(charge.amount_refunded) > 0 ? [findRefunds(payment, asking)] : []),
    ...(charge.disputed === true ? [findDisputes(payment, asking)] : []),
  ];
  const [answers, warnings] = [await Promise.all(lists), await findWarnings(payment, charge, asking)];
  const listed = [...answers.filter((list) => list.kind === 'listed'), warnings];
  const isMissing = answers.some((list) => list.kind === 'noAnswer');
  return {
    ...found,
    ...(listed.some(({ isTold }) => isTold) && { reversals: listed.flatMap(({ rows }) => rows) }),
    ...(isMissing && { isMoneyUnread: true }),
  };
}

/** Those that others have made, in the dashboard; ours have look-ups of their own. */
async function findRefunds({ id, providerReference }: Payment, asking: Asking): Promise<Listed | NoAnswer> {
  const list = { path: '/v1/refunds', query: { payment_intent: id }, pagesMax };
  const listed = await listRows(list, readRefund, asking);
  if (listed.kind !== 'listed') return listed;
  const rows = listed.rows
    .filter((row) => row.providerReference === undefined && refundOutcomes[row.status] === 'success')
    .map((row) => ({ kind: 'provider_refund' as const, providerReference, key: row.id, ...row.money }));
  return { kind: 'listed', rows, isTold: listed.rows.length > 0 };
}

async function findDisputes(payment: Payment, asking: Asking): Promise<Listed | NoAnswer> {
  const list = { path: '/v1/disputes', query: { payment_intent: payment.id }, pagesMax };
  const listed = await listRows(list, (row) => readDispute(row, payment), asking);
  if (listed.kind !== 'listed') return listed;
  const rows = listed.rows.flat();
  return { kind: 'listed', rows, isTold: rows.length > 0 };
}

/** One that took the money is a chargeback from its first day; one that is won is told as both. A state that is unknown asks. */
export function readDispute(
  body: unknown,
  { providerReference }: Pick<Payment, 'providerReference'>,
): readonly ReportedReversal[] | undefined {
  if (!isObject(body) || body.object !== 'dispute') return undefined;
  const [key, reason] = [code(body.id), code(body.reason)];
  const money = fromStripeUnits(body.amount, body.currency);
  if (key === undefined || !money) return undefined;
  const evidence = isObject(body.evidence_details) ? body.evidence_details : {};
  const respondBy = instantOf(evidence.due_by);
  const about = { providerReference, ...money, case: key, ...(reason !== undefined && { reason }) };
  const due = respondBy === undefined ? {} : { respondBy };
  switch (takenBy(body.status)) {
    case 'asked':
      return [{ kind: 'inquiry', key: `${key}:inquiry`, ...about, ...due }];
    case 'taken':
      return [{ kind: 'chargeback', key, ...about, ...due }];
    case 'wonBack':
      return [
        { kind: 'chargeback', key, ...about, ...due },
        { kind: 'chargeback_won', key: `${key}:won`, ...about },
      ];
  }
}

function takenBy(status: unknown): Taken {
  const statuses: Readonly<Record<string, Taken>> = disputeStatuses;
  return (typeof status === 'string' && Object.hasOwn(statuses, status) && statuses[status]) || 'asked';
}

/** A card network suspects fraud: a dispute may follow. No money moves, so that it does not matter if this list is missing. */
async function findWarnings(
  { id, providerReference, money }: Payment,
  { payment_method_details: details }: Readonly<Record<string, unknown>>,
  asking: Asking,
): Promise<Listed> {
  if (!isObject(details) || details.type !== 'card') return none;
  const list = { path: '/v1/radar/early_fraud_warnings', query: { payment_intent: id }, pagesMax };
  const listed = await listRows(list, readWarning, asking);
  if (listed.kind !== 'listed') return none;
  const rows = listed.rows.map(({ key, reason }) => ({
    kind: 'inquiry' as const,
    providerReference,
    key,
    ...money,
    case: key,
    ...(reason !== undefined && { reason }),
  }));
  return { kind: 'listed', rows, isTold: rows.length > 0 };
}

const none: Listed = { kind: 'listed', rows: [], isTold: false };

function readWarning(body: unknown) {
  const key = isObject(body) ? code(body.id) : undefined;
  return key === undefined || !isObject(body) ? undefined : { key, reason: code(body.fraud_type) };
}
