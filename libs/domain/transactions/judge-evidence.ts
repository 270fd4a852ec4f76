import type { ErrorKey } from '../errors/error-catalogue.js';
import { isSameMoney } from '../money.js';
import type { EndCause, Evidence, ProviderOutcome } from '../provider-result.js';
import {
  isFinal,
  type FinalStatus,
  type Money,
  type TransactionStatus,
  type TransactionType,
} from '../transaction.js';
import type { Attempt } from './attempt.js';

/** What evidence is held against. */
export type Judged = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly money: Money;
  readonly attempts: readonly JudgedAttempt[];
};
export type JudgedAttempt = Pick<Attempt, 'n' | 'provider' | 'providerReference' | 'state'>;

/**
 * - `end`: the transaction ends with this status (and error).
 * - `open`: nothing follows from it.
 * - `agrees`: it says what is recorded already.
 * - `review`: it contradicts what is recorded, or its money is not the transaction's: a person decides, nothing moves.
 */
export type Verdict =
  | {
      readonly kind: 'end';
      readonly n: number;
      readonly to: FinalStatus;
      readonly error: ErrorKey | undefined;
    }
  | { readonly kind: 'open'; readonly n: number }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'review'; readonly cause: ReviewCause };

export type ReviewCause =
  | 'wrong amount'
  | 'contradicts the final state'
  | 'other attempt'
  | 'attempt was over'
  | 'was held as not sent'
  | 'unknown attempt';

/** Contract §9: evidence counts only if provider and reference match the attempt, success only for its exact money. */
export function judgeEvidence(judged: Judged, provider: string, evidence: Evidence): Verdict {
  const attempt = judged.attempts.find(
    (candidate) =>
      candidate.provider === provider && candidate.providerReference === evidence.providerReference,
  );
  if (!attempt) return { kind: 'review', cause: 'unknown attempt' };
  const end = endingOf(judged.type, evidence);
  if (!end) {
    // The provider has what we hold as never sent: money may move by it, whatever became of the transaction.
    if (attempt.state === 'not_sent') return { kind: 'review', cause: 'was held as not sent' };
    return { kind: 'open', n: attempt.n };
  }
  if (end.to === 'success' && !isPaidInFull(judged.money, evidence)) {
    return { kind: 'review', cause: 'wrong amount' };
  }
  if (isFinal(judged.status)) {
    if (judged.status === end.to) return { kind: 'agrees' };
    return { kind: 'review', cause: 'contradicts the final state' };
  }
  const current = judged.attempts.at(-1);
  const isOver = attempt !== current || attempt.state === 'not_sent' || attempt.state === 'declined';
  if (!isOver) return { kind: 'end', n: attempt.n, ...end };
  if (end.to !== 'success') return { kind: 'agrees' };
  return { kind: 'review', cause: attempt === current ? 'attempt was over' : 'other attempt' };
}

type Ending = { readonly to: FinalStatus; readonly error: ErrorKey | undefined };

/** How this evidence ends a transaction, if its word is one that does. */
export function endingOf(type: TransactionType, { outcome, cause }: Evidence): Ending | undefined {
  if (outcome === 'open') return undefined;
  const named = cause && causes[cause];
  return named && named.type === type && named.to === outcome
    ? { to: named.to, error: cause }
    : endings[type][outcome];
}

/** What each cause can end, and how: it says why, never that. */
const causes: Readonly<
  Record<EndCause, { readonly type: TransactionType; readonly to: 'declined' | 'error' }>
> = {
  bankNotSupported: { type: 'payout', to: 'declined' },
  cardNotRegistered: { type: 'payment', to: 'error' },
  fillingDataRefused: { type: 'payment', to: 'error' },
};

/** The only words that end a transaction: everything not explicit stays open. A payout never expires (contract §9). */
const endings: Readonly<Record<TransactionType, Readonly<Record<Exclude<ProviderOutcome, 'open'>, Ending>>>> =
  {
    payment: {
      success: { to: 'success', error: undefined },
      declined: { to: 'declined', error: 'declined' },
      error: { to: 'error', error: 'failed' },
      expired: { to: 'expired', error: 'expired' },
      cancelled: { to: 'declined', error: 'paymentCancelled' },
    },
    payout: {
      success: { to: 'success', error: undefined },
      declined: { to: 'declined', error: 'declined' },
      error: { to: 'error', error: 'failed' },
      expired: { to: 'error', error: 'failed' },
      cancelled: { to: 'declined', error: 'declined' },
    },
  };

/** A success that names no amount is taken for the amount asked; one that names another is not success. */
function isPaidInFull(money: Money, { amount, currency }: Evidence): boolean {
  if (currency !== undefined && currency !== money.currency) return false;
  if (amount === undefined) return true;
  return isSameMoney(money, { amount, currency: money.currency });
}
