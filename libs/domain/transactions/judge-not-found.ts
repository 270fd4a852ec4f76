import type { TransactionType } from '../transaction.js';

/** What is known of an attempt when its provider says that it knows nothing of it. */
export type NotFound = {
  /** The submit call had no readable answer: only then can "not found" mean anything. */
  readonly isUnanswered: boolean;
  /** The provider's settle time is over. */
  readonly isSettled: boolean;
  /** Equal answers in a row since then, this one included. */
  readonly answers: number;
  readonly answersMin: number;
};

/**
 * Contract §9: several equal answers after the settle time prove that a payment never reached the provider. They never
 * prove it for a payout, where a mistake pays twice: it is asked again, and shown to a person after
 * `timing.unknownReviewMs` (contract §10, `timeout_lost`).
 */
export function judgeNotFound(
  type: TransactionType,
  { isUnanswered, isSettled, answers, answersMin }: NotFound,
): 'neverArrived' | 'askAgain' {
  if (type === 'payout') return 'askAgain';
  return isUnanswered && isSettled && answers >= answersMin ? 'neverArrived' : 'askAgain';
}
