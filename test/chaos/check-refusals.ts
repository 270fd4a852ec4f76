import { groupBy, type Run, type Violation } from './chaos-run.js';
import { units } from './check-refunds.js';
import type { Evidence } from './gather-evidence.js';
import { duplicateCode, type Operation, type RefundAsked } from './operation-log.js';

/** Contract §15.2: less is left than was asked for. */
const limitExceeded = 1132;
const invalidParams = 30;
const notFound = 35;
/** A failure is recorded a moment before it is committed, and a moment is long when the database stands still. */
const commitMs = 60_000;

/**
 * A refund is refused only for a reason that there was when it was refused: the payment was not known as paid, or others held so
 * much of it that this one did not fit. What its own reference holds is no reason: that is a duplicate (contract §4).
 */
export function checkRefusals({ operations, evidence }: Pick<Run, 'operations' | 'evidence'>): Violation[] {
  const holding = holders(evidence);
  return operations
    .filter(({ kind, refund }) => kind === 'create' && refund !== undefined)
    .flatMap((operation) => {
      const { reference, refund, answer } = operation;
      if (!refund || !answer || answer.status < 400 || answer.status >= 500) return [];
      const problem = problemWith(operation, refund, holding.get(refund.payment));
      if (problem === undefined) return [];
      return [{ invariant: 'a refund is refused for a reason', detail: `${reference}: ${problem}` }];
    });
}

function problemWith(
  { answer, reference, invokedAt, endedAt }: Operation,
  { amount, isPaid }: RefundAsked,
  payment: Holders | undefined,
): string | undefined {
  const code = answer?.code ?? 0;
  if (code === duplicateCode) return undefined;
  if (code === invalidParams || code === notFound)
    return isPaid ? `got ${code}, and its payment was seen to succeed` : undefined;
  if (code !== limitExceeded) return `got ${code}`;
  if (!payment) return 'its payment is unknown, and something is left of it';
  const held = payment.refunds
    .filter((refund) => refund.reference !== reference)
    .filter(({ from, until }) => from <= endedAt && until >= invokedAt - commitMs)
    .reduce((sum, refund) => sum + refund.units, payment.taken);
  const isFitting = held + (amount === undefined ? 1 : units(amount)) <= payment.paid;
  return isFitting ? `${amount ?? 'what is left'} was refused, and others held too little` : undefined;
}

/** Refunds of one payment, with the time in milliseconds during which each may have held its amount. */
type Holders = {
  readonly paid: number;
  /** By others than the merchant's own refunds: in the provider's panel, or by the payer's bank. */
  readonly taken: number;
  readonly refunds: readonly {
    readonly reference: string;
    readonly units: number;
    readonly from: number;
    readonly until: number;
  }[];
};

/** By the reference of the payment. */
function holders({ transactions, corrections }: Evidence): ReadonlyMap<string, Holders> {
  const refunds = groupBy(transactions, ({ payment }) => payment ?? '');
  const taken = groupBy(
    corrections.filter(({ kind }) => kind === 'provider_refund' || kind === 'chargeback'),
    ({ identifier }) => identifier,
  );
  return new Map(
    transactions
      .filter(({ type }) => type === 'payment')
      .map(({ identifier, reference, amount }) => [
        reference,
        {
          paid: units(amount),
          taken: (taken.get(identifier) ?? []).reduce((sum, one) => sum + units(one.amount), 0),
          refunds: (refunds.get(identifier) ?? []).map((refund) => ({
            reference: refund.reference,
            units: units(refund.amount),
            from: refund.created_at.getTime(),
            until:
              refund.status === 'success'
                ? Number.POSITIVE_INFINITY
                : (refund.finished_at?.getTime() ?? Number.POSITIVE_INFINITY),
          })),
        },
      ]),
  );
}
