import type { ErrorKey } from '#domain/errors/error-catalogue';
import { acceptedStatus } from '#domain/hosted-form';
import type { LookupResult, UnknownCause } from '#domain/provider-result';
import { isFinal } from '#domain/transaction';
import type { Attempt } from '#domain/transactions/attempt';
import { judgeEvidence, type Verdict } from '#domain/transactions/judge-evidence';
import { judgeNotFound } from '#domain/transactions/judge-not-found';
import type { LookupSubject } from '#persistence/transactions/load-for-lookup';
import type { Progress } from '#persistence/transactions/record-progress';
import { endTransaction, type End } from './end-transaction.js';

/**
 * What follows from an answer about attempt `n`: each answer is a row, and only explicit evidence moves the transaction
 * (contract §9). Of what is over already an answer can only show that it was not.
 */
export function weighLookup(known: LookupSubject, n: number, answer: LookupResult): Progress {
  const attempt = known.attempts.find((candidate) => candidate.n === n);
  if (!attempt) throw new Error(`attempt ${n} was asked about and is not recorded`);
  switch (answer.kind) {
    case 'noAnswer':
      return { lookup: { n, answer: 'no_answer', detail: answer.detail } };
    case 'notFound':
      return weighNotFound(known, attempt);
    case 'found':
      return weighFound(known, attempt, answer);
  }
}

function weighFound(
  known: LookupSubject,
  attempt: Attempt,
  { evidence, challenge }: Extract<LookupResult, { kind: 'found' }>,
): Progress {
  const { transaction, attempts } = known;
  const { n, provider } = attempt;
  const { type, status, amount, currency } = transaction;
  const lookup = { n, answer: 'found', evidence } as const;
  const judged = { type, status, money: { amount, currency }, attempts };
  const verdict = judgeEvidence(judged, provider, evidence);
  const recorded = { n, evidence, providerId: evidence.providerId };
  if (verdict.kind === 'review') return { lookup, review: { cause: verdict.cause, evidence } };
  if (verdict.kind === 'end') {
    const move = { ...endTransaction(known, endOf(known, verdict)), provider };
    return { lookup, attempt: { ...recorded, to: 'final' }, move, forgetCard: true };
  }
  // An unanswered submit is answered by what the customer must do next; "still working" alone is no answer.
  if (!isUnanswered(known, attempt) || !challenge) return { lookup };
  const accepted = { lookup, attempt: { ...recorded, to: 'accepted' }, forgetCard: true } as const;
  if (status !== 'pending') return accepted;
  const to = acceptedStatus(transaction, challenge);
  return { ...accepted, move: { to, source: 'lookup', challenge, provider } };
}

/** The latest attempt has no readable answer yet, and nothing has ended its transaction. */
function isUnanswered({ transaction, attempts }: LookupSubject, attempt: Attempt): boolean {
  const { state } = attempt;
  const isLatest = attempt === attempts.at(-1);
  return isLatest && !isFinal(transaction.status) && (state === 'unknown' || state === 'sending');
}

/** "Not found" ends an unanswered attempt only after the settle time and several equal answers in a row. */
function weighNotFound(known: LookupSubject, attempt: Attempt): Progress {
  const { transaction, isSettled, notFoundAnswers } = known;
  const { notFoundAnswersMin: answersMin, lateLookupsMs = [] } = transaction.plan.timing;
  const { n, provider, cause } = attempt;
  const lookup = { n, answer: 'not_found' } as const;
  const answers = notFoundAnswers + 1;
  const notFound = { isUnanswered: isUnanswered(known, attempt), isSettled, answers, answersMin };
  if (judgeNotFound(transaction.type, notFound) === 'askAgain') return { lookup };
  const move = endTransaction(known, { to: 'error', source: 'lookup', error: neverConfirmed(cause) });
  const [afterMs] = lateLookupsMs;
  return {
    lookup,
    attempt: { n, to: 'not_sent', detail: 'unknown to the provider' },
    move: { ...move, provider, ...(afterMs !== undefined && { lookUpLate: { n, afterMs } }) },
    forgetCard: true,
  };
}

/** A payment that the provider has stopped because its window was over is expired, not cancelled by anybody. */
function endOf(known: LookupSubject, verdict: Extract<Verdict, { kind: 'end' }>): End {
  if (verdict.error === 'paymentCancelled' && isPastWindow(known)) {
    return { to: 'expired', source: 'timer', error: 'expired' };
  }
  return { to: verdict.to, source: 'lookup', error: verdict.error };
}

/** A provider gets this long to close the payment by itself. */
const windowGraceMs = 2_000;

/** The provider was told when to stop collecting. After it we no longer only ask, we ask it to stop (contract §9). */
export function isPastWindow({ transaction, attempts, clock }: LookupSubject): boolean {
  const isAccepted = attempts.at(-1)?.state === 'accepted';
  const endsAt = transaction.payableUntil.getTime() + windowGraceMs;
  return transaction.type === 'payment' && isAccepted && clock().getTime() > endsAt;
}

function neverConfirmed(cause: string | undefined): ErrorKey {
  return (
    neverConfirmedAfter[(cause ?? 'communication') as UnknownCause] ?? 'neverConfirmedAfterCommunication'
  );
}

const neverConfirmedAfter: Readonly<Record<UnknownCause, ErrorKey>> = {
  timeout: 'neverConfirmedAfterTimeout',
  unreadable: 'neverConfirmedAfterUnreadable',
  communication: 'neverConfirmedAfterCommunication',
};
