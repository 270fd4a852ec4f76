import type { ErrorKey } from '../errors/error-catalogue.js';
import { askedAboutReversals } from './ask-again.js';
import type { Change, Moment } from './change.js';
import { afterProof, attemptOf, endTransaction, isAwaited, proofOf } from './decide.js';
import type { ReportedReversal } from '../refunds/reversal.js';
import type { LookupResult, UnknownCause } from './report.js';
import { acceptedStatus, phaseOf } from './state.js';
import { isFinal, paysOut } from './status.js';
import type { Attempt, Known } from './transaction.js';

/*
 * The schedule of look-ups, and what the answers do to the transaction (contract §9).
 */

/** Number of scheduled look-ups of the latest attempt, and milliseconds since the last of them. */
export type LookUpsSoFar = { readonly asked: number; readonly askedAgoMs: number };

/** An additional look-up follows this many milliseconds after the end of the time to pay. */
export const afterWindowMs = 500;
/** The provider may close the payment by itself within this time, in milliseconds. */
const windowGraceMs = 2_000;

/**
 * Milliseconds until an unanswered attempt may be looked up again. Reports and updates restart the look-ups, which must not
 * bring "not found" forward (contract §9).
 */
export function untilTurnMs(known: Known & LookUpsSoFar): number {
  const { transaction, asked, askedAgoMs } = known;
  const { lookupMs } = transaction.plan.timing;
  if (phaseOf(known) !== 'unknown') return 0;
  return Math.max(0, (lookupMs[asked] ?? lookupMs.at(-1) ?? 0) - askedAgoMs);
}

/** Milliseconds until the next look-up. Continues the count of a workflow that was lost. */
export function nextLookUpMs({ transaction, asked }: Known & LookUpsSoFar, now: Date): number {
  const { lookupMs } = transaction.plan.timing;
  const wait = lookupMs[asked + 1] ?? lookupMs.at(-1) ?? 0;
  const untilWindowEnds = transaction.payableUntil.getTime() - now.getTime() + afterWindowMs;
  return untilWindowEnds > 0 ? Math.min(wait, untilWindowEnds) : wait;
}

/** Whether the provider should have stopped collecting by now: from then on a look-up also asks it to stop (contract §9). */
export function isPastWindow({ transaction, attempts }: Known, now: Date): boolean {
  const isAccepted = attempts.at(-1)?.state === 'accepted';
  const endsAt = transaction.payableUntil.getTime() + windowGraceMs;
  return !paysOut(transaction.type) && isAccepted && now.getTime() > endsAt;
}

/** Whether the customer's time to pay has ended since the last scheduled look-up: what was said of it is no longer true. */
export function hasWindowJustEnded({ transaction, askedAgoMs }: Known & LookUpsSoFar, now: Date): boolean {
  const endedAgoMs = now.getTime() - transaction.payableUntil.getTime();
  return transaction.type === 'payment' && endedAgoMs >= 0 && endedAgoMs < askedAgoMs;
}

/** The transaction with the results of earlier look-ups. */
export type LookUpSubject = Known & {
  /** The provider's settle time has passed since the latest attempt could last be sent, so that "not found" counts. */
  readonly isSettled: boolean;
  /** Number of consecutive "not found" answers to scheduled look-ups since then. */
  readonly notFoundAnswers: number;
};

/**
 * The provider's answer to the request to close the attempt, so that a submit that was delayed on its way is refused.
 * `impossible`: the provider cannot close an attempt that it does not know. `notAsked`: no request was made.
 */
export type Fence = 'impossible' | 'notAsked' | LookupResult;

/** `counts`: the look-up was a scheduled one, so that "not found" counts; frequent questions bring no end forward. */
export type LookUpInput = {
  readonly n: number;
  readonly answer: LookupResult;
  readonly counts: boolean;
  /** Relevant only if the answer is a "not found" that would end the payment. */
  readonly fence: Fence;
};

/**
 * The provider's answer about attempt `n`. Each answer is recorded; only explicit evidence moves the transaction. For an
 * attempt that is closed, an answer can only contradict that. An attempt that is looked up on schedule is never sent again,
 * so its card is deleted, even if the result of its submit was never recorded (contract §14).
 */
export function afterLookUp(known: LookUpSubject, input: LookUpInput, moment: Moment): Change {
  const change = afterLookUpAnswer(known, input, moment);
  return input.counts ? { ...change, forgetCard: true } : change;
}

function afterLookUpAnswer(known: LookUpSubject, input: LookUpInput, moment: Moment): Change {
  const { n, answer, counts, fence } = input;
  const attempt = attemptOf(known, n);
  switch (answer.kind) {
    case 'noAnswer':
      return { lookup: { n, answer: 'no_answer', detail: answer.detail, counts } };
    case 'notFound': {
      const lookup = { n, answer: 'not_found', counts } as const;
      if (counts && known.transaction.type === 'refund' && isMissing(known, attempt))
        return { lookup, review: missing(attempt) };
      if (!counts || !endsByNotFound(known, attempt)) return { lookup };
      if (fence === 'impossible') return { lookup, ...endByNotFound(known, attempt, moment) };
      if (fence === 'notAsked') return { lookup };
      // Counts as one more "not found"; the next one asks the provider to close the attempt again.
      if (fence.kind === 'noAnswer') return { lookup: { ...lookup, detail: `not closed: ${fence.detail}` } };
      if (fence.kind === 'notFound') return { lookup, ...endByNotFound(known, attempt, moment) };
      return afterLookUpAnswer(known, { ...input, answer: fence }, moment);
    }
    case 'found': {
      const lookup = { n, answer: 'found', report: answer.report, counts } as const;
      const change = { lookup, ...afterFound(known, attempt, answer, moment) };
      const { reversals: told = [], isMoneyUnread } = answer;
      const [report] = told;
      if (report && isFinal(known.transaction.status))
        return withTold(change, { provider: attempt.provider, told });
      if (!report && !isMoneyUnread) return change;
      // Judged at the end: if it is a success, by one more look-up, which tells them again.
      const to = change.move?.to;
      if (to === 'success') return { ...change, ...askedAboutReversals(known.transaction, n) };
      if (to === undefined || !isFinal(to) || !report) return change;
      return { ...change, review: { cause: 'contradicts the final state', report } };
    }
  }
}

function withTold(
  change: Change,
  { provider, told }: { readonly provider: string; readonly told: readonly ReportedReversal[] },
): Change {
  return { ...change, reversals: { provider, told: [...told, ...(change.reversals?.told ?? [])] } };
}

function afterFound(
  known: Known,
  attempt: Attempt,
  { report, challenge }: Extract<LookupResult, { kind: 'found' }>,
  moment: Moment,
): Change {
  const { transaction } = known;
  const { n, provider } = attempt;
  const proof = proofOf(known, provider, report);
  const isOpen = isUnanswered(known, attempt);
  // The next refund of a payment may wait until this one has its id (contract §15.4).
  const identified = isOpen &&
    transaction.type === 'refund' && { attempt: { n, report, providerId: report.providerId } };
  if (proof.kind !== 'open' && proof.kind !== 'agrees') {
    // The provider has stopped the payment after its time to pay: it has expired and was not cancelled.
    const change = afterProof(known, { provider, report, proof }, moment, ({ to, error }) =>
      error === 'paymentCancelled' && isPastWindow(known, moment.now)
        ? { to: 'expired', source: 'timer', error: 'expired' }
        : { to, source: 'lookup', error },
    );
    return { ...(proof.kind === 'review' && identified), ...change };
  }
  // A challenge answers an unanswered submit; "still working" alone does not.
  if (!isOpen) return {};
  if (!challenge) return { ...identified };
  const accepted = {
    attempt: { n, to: 'accepted', report, providerId: report.providerId },
    forgetCard: true,
  } as const;
  if (transaction.status !== 'pending') return accepted;
  const to = acceptedStatus(transaction, challenge);
  return { ...accepted, move: { to, source: 'lookup', challenge, provider } };
}

/**
 * Whether one more "not found" ends the payment, after the provider has closed the attempt if it can. Several such answers in
 * a row after the settle time prove that an unanswered payment has not reached its provider. For a payout or refund they prove nothing,
 * because a mistake pays twice: it is looked up again, and raised for review, a refund at once, a payout after
 * `timing.unknownReviewMs` (contract §9, §10 `timeout_lost`, §15.4).
 */
export function endsByNotFound(known: LookUpSubject, attempt: Attempt): boolean {
  return !paysOut(known.transaction.type) && isUnanswered(known, attempt) && isMissing(known, attempt);
}

/** Whether one more "not found" makes several in a row after the settle time. */
function isMissing(
  { transaction, attempts, isSettled, notFoundAnswers }: LookUpSubject,
  attempt: Attempt,
): boolean {
  const isOpen = !isFinal(transaction.status) && attempt === attempts.at(-1);
  return isOpen && isSettled && notFoundAnswers + 1 >= transaction.plan.timing.notFoundAnswersMin;
}

/** A refund is looked up on, and only an operator ends it (contract §15.4). */
function missing({ providerReference }: Attempt): NonNullable<Change['review']> {
  return {
    cause: 'not found at the provider',
    report: { providerReference, outcome: 'open', reason: 'not found' },
  };
}

function endByNotFound({ transaction }: LookUpSubject, attempt: Attempt, moment: Moment): Change {
  const { lateLookupsMs = [] } = transaction.plan.timing;
  const { n, provider, cause } = attempt;
  const error = neverConfirmedAfter.get(cause) ?? 'neverConfirmedAfterCommunication';
  const move = endTransaction(transaction, { to: 'error', source: 'lookup', error }, moment);
  const [afterMs] = lateLookupsMs;
  return {
    attempt: { n, to: 'not_sent', detail: 'unknown to the provider' },
    move: { ...move, provider, ...(afterMs !== undefined && { lookUpLate: { n, afterMs } }) },
  };
}

const neverConfirmedAfter: ReadonlyMap<string | undefined, ErrorKey> = new Map(
  Object.entries({
    timeout: 'neverConfirmedAfterTimeout',
    unreadable: 'neverConfirmedAfterUnreadable',
    communication: 'neverConfirmedAfterCommunication',
  } satisfies Record<UnknownCause, ErrorKey>),
);

function isUnanswered(known: Known, attempt: Attempt): boolean {
  return attempt === known.attempts.at(-1) && isAwaited(known, attempt);
}

/** Whether the provider's answer about this attempt will not change any more. */
export function isLastWord(answer: LookupResult): boolean {
  return answer.kind === 'found' && answer.report.outcome !== 'open';
}
