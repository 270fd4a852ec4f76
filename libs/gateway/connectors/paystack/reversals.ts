import type { ReportedReversal } from '#domain/refunds/reversal';
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
/** Our reference as the note of a refund: it is ours, and its own look-up tells about it. */
const ownReference = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+$/;

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
/** `isTold`: the provider tells of the money, be it of refunds of ours alone. */
type Listed = {
  readonly kind: 'listed';
  readonly rows: readonly ReportedReversal[];
  readonly isTold: boolean;
};
type Reversals = Listed | NoAnswer;

/**
 * What happened to the money of a payment after its success (contract §15.7), from the lists of refunds and of disputes; `data`
 * is the payment as the provider shows it. Nothing is asked about a payment that was not paid.
 */
export async function findReversals(data: unknown, asking: Asking): Promise<Reversals> {
  const payment = readPaid(data);
  if (!payment) return { kind: 'listed', rows: [], isTold: false };
  const refunded = await findRefunds(payment, asking);
  if (refunded.kind !== 'listed') return refunded;
  const disputed = await findDisputes(payment, asking);
  if (disputed.kind !== 'listed') return disputed;
  return {
    kind: 'listed',
    rows: [...refunded.rows, ...disputed.rows],
    isTold: refunded.isTold || disputed.isTold,
  };
}

/** Whether the money of a payment was taken, wherever it is now. */
export function wasPaid(data: unknown): boolean {
  return isObject(data) && paidStates.includes(data.status);
}

type PaidPayment = { readonly id: string; readonly providerReference: string; readonly from: string };

function readPaid(data: unknown): PaidPayment | undefined {
  if (!isObject(data) || !Number.isSafeInteger(data.id)) return undefined;
  const providerReference = text(data.reference);
  const from = text(data.created_at) ?? text(data.createdAt);
  if (!providerReference || !from || !wasPaid(data)) return undefined;
  return { id: String(data.id), providerReference, from };
}

/** Refunds that others have made, in the provider's dashboard. One that settles a dispute is told as the dispute. */
async function findRefunds({ providerReference, from }: PaidPayment, asking: Asking): Promise<Reversals> {
  const query = { from, to: new Date().toISOString() };
  const listed = await listRows(
    { path: '/refund', query, sizeName: 'perPage', pagesMax },
    keyedRefund,
    asking,
  );
  if (listed.kind !== 'listed') return listed;
  const all = listed.rows.filter(({ charge }) => charge === providerReference);
  const others = all.filter(({ note }) => !ownReference.test(note ?? ''));
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

async function findDisputes({ id, providerReference }: PaidPayment, asking: Asking): Promise<Reversals> {
  const query = { transaction: id };
  const listed = await listRows(
    { path: '/dispute', query, sizeName: 'perPage', pagesMax },
    (row) => readDispute(row, providerReference),
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
  providerReference: string,
): KeyedRow<readonly ReportedReversal[]> | undefined {
  if (!isObject(dispute) || !Number.isSafeInteger(dispute.id)) return undefined;
  const { id, transaction, refund_amount: amount, currency, category, dueAt } = dispute;
  const key = String(id);
  const charge = text(isObject(transaction) ? transaction.reference : dispute.transaction_reference);
  if (charge !== undefined && charge !== providerReference) return { key, row: [] };
  const money = fromProviderUnits(paystackDecimals, { amount, currency });
  if (charge === undefined || !money) return undefined;
  const [reason, respondBy] = [code(category), instant(dueAt)];
  const about = { providerReference, ...money, case: key, ...(reason !== undefined && { reason }) };
  const due = respondBy === undefined ? {} : { respondBy };
  const inquiry = { kind: 'inquiry', key: `dispute:${key}`, ...about, ...due } as const;
  const chargeback = { kind: 'chargeback', key: `dispute:${key}:${lost}`, ...about } as const;
  return { key, row: dispute.resolution === lost ? [inquiry, chargeback] : [inquiry] };
}
