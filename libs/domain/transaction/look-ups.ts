import type { ErrorKey } from '../errors/error-catalogue.js';
import type { Change, Moment } from './change.js';
import { afterProof, attemptOf, endTransaction, isAwaited, proofOf } from './decide.js';
import type { LookupResult, UnknownCause } from './report.js';
import { acceptedStatus, phaseOf } from './state.js';
import type { Attempt, Known } from './transaction.js';

/*
 * When a provider is asked about an attempt, and what its answer does to the transaction (contract §9).
 */

/** How often the latest attempt was asked about in turn, and how many milliseconds ago for the last time. */
export type LookUpsSoFar = { readonly asked: number; readonly askedAgoMs: number };

/** The moment a payment can no longer be paid is worth a question of its own: shortly after it. */
export const afterWindowMs = 500;
/** A provider gets this long to close the payment by itself. */
const windowGraceMs = 2_000;

/**
 * Milliseconds until an unanswered attempt may be asked about again, when the waits before were cut short: news of any
 * kind start the look-ups anew, and must not bring "not found" any sooner (contract §9).
 */
export function untilTurnMs(known: Known & LookUpsSoFar): number {
  const { transaction, asked, askedAgoMs } = known;
  const { lookupMs } = transaction.plan.timing;
  if (phaseOf(known) !== 'unknown') return 0;
  return Math.max(0, (lookupMs[asked] ?? lookupMs.at(-1) ?? 0) - askedAgoMs);
}

/** Milliseconds until the next question, which counts on from those that were asked by a workflow that is lost. */
export function nextLookUpMs({ transaction, asked }: Known & LookUpsSoFar, now: Date): number {
  const { lookupMs } = transaction.plan.timing;
  const wait = lookupMs[asked + 1] ?? lookupMs.at(-1) ?? 0;
  const untilWindowEnds = transaction.payableUntil.getTime() - now.getTime() + afterWindowMs;
  return untilWindowEnds > 0 ? Math.min(wait, untilWindowEnds) : wait;
}

/** The provider was told when to stop collecting. After it we no longer only ask, we ask it to stop (contract §9). */
export function isPastWindow({ transaction, attempts }: Known, now: Date): boolean {
  const isAccepted = attempts.at(-1)?.state === 'accepted';
  const endsAt = transaction.payableUntil.getTime() + windowGraceMs;
  return transaction.type === 'payment' && isAccepted && now.getTime() > endsAt;
}

/** What look-ups have come to before this one. */
export type LookUpSubject = Known & {
  /** The provider's settle time after the latest attempt could last be sent is over: from now on "not found" counts. */
  readonly isSettled: boolean;
  /** How many times in a row the provider has said "not found" since then, when it was asked in turn. */
  readonly notFoundAnswers: number;
};

/**
 * What its provider has said when it was asked to close the attempt, known to it or not, so that a request that was held up on
 * its way finds a closed door. `impossible`: it has no way to close what it has not seen. `notAsked`: it was not asked yet.
 */
export type Fence = 'impossible' | 'notAsked' | LookupResult;

/** `counts`: asked in turn, so that "not found" counts; nobody buys an end by asking often. */
export type LookUpInput = {
  readonly n: number;
  readonly answer: LookupResult;
  readonly counts: boolean;
  /** Counts only where the answer is a "not found" that would end the payment. */
  readonly fence: Fence;
};

/**
 * A provider was asked about attempt `n`. Each answer is recorded, and only explicit evidence moves the transaction. An
 * answer about what is over can only show that it was not. Nobody sends an attempt that is looked up in turn again: its
 * card goes, although the result of its submit was never recorded (contract §14).
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
      if (!counts || !endsByNotFound(known, attempt)) return { lookup };
      if (fence === 'impossible') return { lookup, ...endByNotFound(known, attempt, moment) };
      if (fence === 'notAsked') return { lookup };
      // It stays one more "not found" in a row, after which the provider is asked to close the attempt once more.
      if (fence.kind === 'noAnswer') return { lookup: { ...lookup, detail: `not closed: ${fence.detail}` } };
      if (fence.kind === 'notFound') return { lookup, ...endByNotFound(known, attempt, moment) };
      return afterLookUpAnswer(known, { ...input, answer: fence }, moment);
    }
    case 'found': {
      const lookup = { n, answer: 'found', evidence: answer.evidence, counts } as const;
      return { lookup, ...afterFound(known, attempt, answer, moment) };
    }
  }
}

function afterFound(
  known: Known,
  attempt: Attempt,
  { evidence: report, challenge }: Extract<LookupResult, { kind: 'found' }>,
  moment: Moment,
): Change {
  const { transaction } = known;
  const { n, provider } = attempt;
  const proof = proofOf(known, provider, report);
  if (proof.kind === 'review' || proof.kind === 'end') {
    // A payment that the provider has stopped because its window was over is expired, not cancelled by anybody.
    return afterProof(known, { provider, report, proof }, moment, ({ to, error }) =>
      error === 'paymentCancelled' && isPastWindow(known, moment.now)
        ? { to: 'expired', source: 'timer', error: 'expired' }
        : { to, source: 'lookup', error },
    );
  }
  // An unanswered submit is answered by what the customer must do next; "still working" alone is no answer.
  if (!isUnanswered(known, attempt) || !challenge) return {};
  const accepted = {
    attempt: { n, to: 'accepted', evidence: report, providerId: report.providerId },
    forgetCard: true,
  } as const;
  if (transaction.status !== 'pending') return accepted;
  const to = acceptedStatus(transaction, challenge);
  return { ...accepted, move: { to, source: 'lookup', challenge, provider } };
}

/**
 * Several equal answers in a row after the settle time prove that an unanswered payment has not reached its provider. They never
 * prove it for a payout, where a mistake pays twice: it is asked again, and shown to a person after
 * `timing.unknownReviewMs` (contract §9 and §10, `timeout_lost`). This is whether one more of them ends it, once the attempt is
 * closed where that is possible.
 */
export function endsByNotFound(known: LookUpSubject, attempt: Attempt): boolean {
  const { transaction, isSettled, notFoundAnswers } = known;
  if (transaction.type === 'payout' || !isUnanswered(known, attempt)) return false;
  return isSettled && notFoundAnswers + 1 >= transaction.plan.timing.notFoundAnswersMin;
}

function endByNotFound({ transaction }: LookUpSubject, attempt: Attempt, moment: Moment): Change {
  const { lateLookupsMs = [] } = transaction.plan.timing;
  const { n, provider, cause } = attempt;
  const error = neverConfirmedAfter[cause ?? ''] ?? 'neverConfirmedAfterCommunication';
  const move = endTransaction(transaction, { to: 'error', source: 'lookup', error }, moment);
  const [afterMs] = lateLookupsMs;
  return {
    attempt: { n, to: 'not_sent', detail: 'unknown to the provider' },
    move: { ...move, provider, ...(afterMs !== undefined && { lookUpLate: { n, afterMs } }) },
    forgetCard: true,
  };
}

const neverConfirmedAfter: Readonly<Record<string, ErrorKey>> = {
  timeout: 'neverConfirmedAfterTimeout',
  unreadable: 'neverConfirmedAfterUnreadable',
  communication: 'neverConfirmedAfterCommunication',
} satisfies Record<UnknownCause, ErrorKey>;

function isUnanswered(known: Known, attempt: Attempt): boolean {
  return attempt === known.attempts.at(-1) && isAwaited(known, attempt);
}

/** A provider will say no more of this attempt. */
export function isLastWord(answer: LookupResult): boolean {
  return answer.kind === 'found' && answer.evidence.outcome !== 'open';
}
