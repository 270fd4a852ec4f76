import type { ReportedReversal } from '#domain/refunds/reversal';
import { isOurReference } from '#domain/statements/references';
import type { Money } from '#domain/values/money';
import type { CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { code, instant, isObject, text } from '../json-body.js';
import { fromProviderUnits } from '../provider-decimals.js';
import { paystackDecimals } from './currencies.js';
import { listRows, type KeyedRow } from './list-rows.js';
import { keyedRefund } from './read-refund.js';

/** States of a payment whose money was taken: only then anything can have gone back. */
const paidStates: readonly unknown[] = ['success', 'reversed', 'reversal-pending'];
/** Two thousand refunds since the payment, or disputes of it; more are no answer. */
const pagesMax = 20;

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
/** What two lists tell. `isTold`: the provider tells of the money, be it of refunds of ours alone. `missing`: a list without an answer. */
type Reversals = {
  readonly rows: readonly ReportedReversal[];
  readonly isTold: boolean;
  readonly missing?: NoAnswer;
};
type Listed = { readonly kind: 'listed' } & Reversals;

/**
 * What happened to the money of a payment after its success (contract §15.7), from the lists of refunds and of disputes, of which
 * each is told without the other; `data` is the payment as the provider shows it. Nothing is asked about a payment that was
 * not paid.
 */
export async function findReversals(data: unknown, asking: Asking): Promise<Reversals> {
  const payment = readPaid(data);
  if (!payment) return { rows: [], isTold: false };
  const lists = [await findDisputes(payment, asking), await findRefunds(payment, asking)];
  const missing = lists.find((list) => list.kind === 'noAnswer');
  const listed = lists.filter((list) => list.kind === 'listed');
  return {
    rows: listed.flatMap(({ rows }) => rows),
    isTold: listed.some(({ isTold }) => isTold),
    ...(missing && { missing }),
  };
}

/** Whether the money of a payment was taken, wherever it is now. */
export function wasPaid(data: unknown): boolean {
  return isObject(data) && paidStates.includes(data.status);
}

type PaidPayment = {
  readonly id: string;
  readonly providerReference: string;
  readonly from: string;
  readonly money: Money | undefined;
};

function readPaid(data: unknown): PaidPayment | undefined {
  if (!isObject(data) || !Number.isSafeInteger(data.id)) return undefined;
  const providerReference = text(data.reference);
  const from = text(data.created_at) ?? text(data.createdAt);
  if (!providerReference || !from || !wasPaid(data)) return undefined;
  const money = fromProviderUnits(paystackDecimals, data);
  return { id: String(data.id), providerReference, from, money };
}

/** Refunds that others have made, in the provider's dashboard. One that settles a dispute is told as the dispute. */
async function findRefunds(
  { providerReference, from }: PaidPayment,
  asking: Asking,
): Promise<Listed | NoAnswer> {
  const query = { from, to: new Date().toISOString() };
  const listed = await listRows(
    { path: '/refund', query, sizeName: 'perPage', pagesMax },
    keyedRefund,
    asking,
  );
  if (listed.kind !== 'listed') return listed;
  const all = listed.rows.filter(({ charge }) => charge === providerReference);
  // A refund with our reference as its note is ours: its own look-up tells about it.
  const others = all.filter(({ note = '' }) => !isOurReference(note));
  if (others.some(({ refund }) => refund === undefined)) return unreadable;
  const rows = others
    .flatMap(({ refund }) => refund ?? [])
    .filter(({ status, isOfDispute }) => status === 'processed' && !isOfDispute)
    .map(({ providerId, money }) => ({
      kind: 'provider_refund' as const,
      providerReference,
      key: providerId,
      ...money,
    }));
  return { kind: 'listed', rows, isTold: all.length > 0 };
}

const unreadable = {
  kind: 'noAnswer',
  cause: 'unreadable',
  detail: 'a refund of the payment cannot be read',
} as const;

async function findDisputes(
  { id, providerReference, money }: PaidPayment,
  asking: Asking,
): Promise<Listed | NoAnswer> {
  const query = { transaction: id };
  const listed = await listRows(
    { path: '/dispute', query, sizeName: 'perPage', pagesMax },
    (row) => readDispute(row, { providerReference, money }),
    asking,
  );
  if (listed.kind !== 'listed') return listed;
  const rows = listed.rows.flat();
  return { kind: 'listed', rows, isTold: rows.length > 0 };
}

/** The resolution by which the money goes back to the customer; after any other it stays. */
const lost = 'merchant-accepted';

/**
 * A dispute asks, and takes nothing before it is lost; a lost one is told as both, so that it does not matter when it is first
 * heard of. One that is won took nothing, and gives nothing back. A dispute of another payment tells nothing.
 */
function readDispute(
  dispute: unknown,
  { providerReference, money: paid }: Pick<PaidPayment, 'providerReference' | 'money'>,
): KeyedRow<readonly ReportedReversal[]> | undefined {
  if (!isObject(dispute) || !Number.isSafeInteger(dispute.id)) return undefined;
  const { id, transaction, refund_amount: amount, currency, category, dueAt } = dispute;
  const key = String(id);
  const charge = text(isObject(transaction) ? transaction.reference : dispute.transaction_reference);
  if (charge !== undefined && charge !== providerReference) return { key, row: [] };
  const isLost = dispute.resolution === lost;
  // An open dispute may not say yet what it is about: all of it, then.
  const isUnsaid = (amount === null || amount === undefined) && !isLost;
  const money = isUnsaid ? paid : fromProviderUnits(paystackDecimals, { amount, currency });
  if (charge === undefined || !money) return undefined;
  const [reason, respondBy] = [code(category), instant(dueAt)];
  const about = { providerReference, ...money, case: key, ...(reason !== undefined && { reason }) };
  const due = respondBy === undefined ? {} : { respondBy };
  const inquiry = { kind: 'inquiry', key: `dispute:${key}`, ...about, ...due } as const;
  const chargeback = { kind: 'chargeback', key: `dispute:${key}:${lost}`, ...about } as const;
  return { key, row: isLost ? [inquiry, chargeback] : [inquiry] };
}
