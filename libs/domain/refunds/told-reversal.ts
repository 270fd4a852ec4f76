import type { Attempt, Transaction } from '../transaction/transaction.js';
import type { ReportedReversal, ReversalKind, ReversalState, ReversalWay } from './reversal.js';

/** A reversal as it is recorded. Amounts are decimal strings in the currency of its transaction. */
export type KnownReversal = {
  readonly reversalId: string;
  readonly kind: ReversalKind;
  /** As it was told first. */
  readonly amount: string;
  /** The part that counts in what went or came back. */
  readonly counted: string;
  readonly state: ReversalState;
  /** Who told it, and under which of the provider's keys. */
  readonly words: readonly { readonly way: ReversalWay; readonly key: string }[];
};

/** A refund of ours that the provider may have, and that may be what it tells as made in its panel. */
export type OwnRefund = { readonly amount: string; readonly providerId: string | undefined };

/** What a told reversal is judged by: the recorded transaction, and everything that came or went after its success. */
export type ReversalSubject = {
  readonly transaction: Pick<Transaction, 'type' | 'status' | 'amount' | 'currency'>;
  readonly attempts: readonly Pick<Attempt, 'provider' | 'providerReference' | 'state'>[];
  /** Of this transaction, oldest first. */
  readonly reversals: readonly KnownReversal[];
  /** Of a payment: its refunds that are pending or successful, and were sent. */
  readonly refunds: readonly OwnRefund[];
  /** What comes back can be paid out: of a payout, and of a refund that was taken from the available balance. */
  readonly isSpendable: boolean;
};

export type ToldReversal = {
  readonly way: ReversalWay;
  readonly provider: string;
  readonly reversal: ReportedReversal;
};

/** A reversal of the same kind that this way has not told yet. A dismissed one is not told again by any way. */
export function isUntold(
  one: KnownReversal,
  { way, reversal }: Pick<ToldReversal, 'way' | 'reversal'>,
): boolean {
  return (
    one.kind === reversal.kind && one.state !== 'dismissed' && one.words.every((word) => word.way !== way)
  );
}
