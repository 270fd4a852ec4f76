import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { Standing } from '#contracts/transaction-flow';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import { acceptedStatus } from '#domain/hosted-form';
import { judgeEvidence, type Verdict } from '#domain/transactions/judge-evidence';
import { judgeNotFound } from '#domain/transactions/judge-not-found';
import type { LookupResult, UnknownCause } from '#domain/provider-result';
import { isFinal } from '#domain/transaction';
import { findAccount } from '#gateway/connectors/find-account';
import type { Attempt } from '#persistence/transactions/begin-attempt';
import { loadForLookup, type LookupSubject } from '#persistence/transactions/load-for-lookup';
import { recordProgress, type Progress } from '#persistence/transactions/record-progress';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction, type End } from './end-transaction.js';
import { showAttempts } from './show-attempts.js';
import { stand } from './stand.js';
import { whileBeating } from './while-beating.js';

/**
 * Asks the provider about the current attempt and records the answer. While the answer decides nothing it fails on
 * purpose, so that Temporal asks again after the plan's next wait, without a further event in the history. `made` look-ups of a
 * flow that is lost count: the waits go on where they were.
 */
export function createLookUpTransaction(dependencies: ActivityDependencies) {
  return async function lookUpTransaction(identifier: string, made = 0): Promise<Standing> {
    const subject = await load(dependencies, identifier);
    crashPoint('before look-up');
    const standing = await ask(dependencies, subject, isPastWindow(subject) ? 'cancel' : 'lookUp', {
      forgetCard: wasPerhapsSent(subject.attempt),
    });
    crashPoint('after look-up');
    if (standing.phase !== phaseOf(subject)) return standing;
    throw ApplicationFailure.create({
      message: `the provider's answer leaves it ${standing.phase}`,
      type: 'STILL_OPEN',
      category: ApplicationFailureCategory.BENIGN,
      nextRetryDelay: waitAfter(made + Context.current().info.attempt, subject),
    });
  };
}

/** One question, for whoever wants to know now. */
export function createLookUpOnce(dependencies: ActivityDependencies) {
  return async function lookUpOnce(identifier: string): Promise<Standing> {
    return ask(dependencies, await load(dependencies, identifier), 'lookUp');
  };
}

/** Asks the provider to stop collecting. What it answers is evidence like any other: nothing ends without it. */
export function createAskToCancel(dependencies: ActivityDependencies) {
  return async function askToCancel(identifier: string): Promise<Standing> {
    return ask(dependencies, await load(dependencies, identifier), 'cancel');
  };
}

type Subject = Omit<LookupSubject, 'attempt'> & { readonly attempt: Attempt };

async function load({ database }: ActivityDependencies, identifier: string): Promise<Subject> {
  const subject = await loadForLookup(database, identifier);
  if (subject?.attempt) return { ...subject, attempt: subject.attempt };
  throw ApplicationFailure.nonRetryable(`nothing of ${identifier} was ever sent`, 'NOT_SENT');
}

async function ask(
  dependencies: ActivityDependencies,
  subject: Subject,
  question: 'lookUp' | 'cancel',
  { forgetCard = false } = {},
): Promise<Standing> {
  const { transaction, attempt } = subject;
  if (isFinal(transaction.status)) return stand(transaction, transaction.status, 'waiting', attempt.provider);
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing')
    return stand(transaction, transaction.status, phaseOf(subject), attempt.provider);
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const { connector, account } = found;
  const { providerReference } = attempt;
  const answer = await whileBeating(() =>
    transaction.type === 'payout'
      ? connector.lookUpPayout(providerReference, account, limit)
      : connector[question](providerReference, account, limit),
  );
  const { phase, ...progress } = withReview(subject, weigh(subject, answer));
  const { status } = await recordProgress(dependencies.database, {
    identifier: transaction.identifier,
    ...progress,
    forgetCard: forgetCard || progress.forgetCard === true,
  });
  const attempts = showAttempts(transaction, [attempt], progress.attempt);
  return { ...stand(transaction, status, phase, attempt.provider), attempts };
}

/**
 * Contract §14: nobody sends this attempt again, so that its card goes although its result was never recorded, because
 * whoever sent it has died. Not for a question in between: the sender may still live, and move on to the next route.
 */
function wasPerhapsSent({ state }: Attempt): boolean {
  return state !== 'not_sent' && state !== 'declined';
}

function phaseOf({ attempt }: Subject): 'waiting' | 'unknown' {
  return attempt.state === 'accepted' ? 'waiting' : 'unknown';
}

/** Still unknown after the plan's patience: a person is shown it, once, and it is looked up all the same. */
function withReview({ attempt, isOverdue }: Subject, step: Step): Step {
  if (!isOverdue || step.move || step.review) return step;
  const evidence = { providerReference: attempt.providerReference, outcome: 'open' } as const;
  return { ...step, review: { cause: 'unknown for too long', evidence } };
}

type Step = Omit<Progress, 'identifier'> & { readonly phase: 'waiting' | 'unknown' };

/** What follows from an answer: each is a row, and only explicit evidence moves the transaction (contract §9). */
function weigh(subject: Subject, answer: LookupResult): Step {
  const { transaction, attempt } = subject;
  const phase = phaseOf(subject);
  switch (answer.kind) {
    case 'noAnswer':
      return { phase, lookup: { n: attempt.n, answer: 'no_answer', detail: answer.detail } };
    case 'notFound':
      return { phase, ...weighNotFound(subject) };
    case 'found': {
      const { evidence, challenge } = answer;
      const lookup = { n: attempt.n, answer: 'found', evidence } as const;
      const money = { amount: transaction.amount, currency: transaction.currency };
      const { type, status } = transaction;
      const judged = { type, status, money, attempts: [attempt] };
      const verdict = judgeEvidence(judged, attempt.provider, evidence);
      const tried = { n: attempt.n, from: ['sending', 'unknown', 'accepted'], evidence } as const;
      const known = { ...tried, providerId: evidence.providerId };
      if (verdict.kind === 'review') return { phase, lookup, review: { cause: verdict.cause, evidence } };
      if (verdict.kind === 'end') {
        const end = endOf(subject, verdict);
        const move = { ...endTransaction(transaction, end), provider: attempt.provider };
        return { phase, lookup, attempt: { ...known, to: 'final' }, move, forgetCard: true };
      }
      // An unanswered submit is answered by what the customer must do next; "still working" alone is no answer.
      if (phase === 'waiting' || !challenge) return { phase, lookup };
      const move = {
        from: ['pending'],
        to: acceptedStatus(transaction, challenge),
        source: 'lookup',
        challenge,
        provider: attempt.provider,
      } as const;
      return { phase: 'waiting', lookup, attempt: { ...known, to: 'accepted' }, move, forgetCard: true };
    }
  }
}

/** A payment that the provider has stopped because its window was over is expired, not cancelled by anybody. */
function endOf(subject: Subject, verdict: Extract<Verdict, { kind: 'end' }>): End {
  if (verdict.error === 'paymentCancelled' && isPastWindow(subject)) {
    return { to: 'expired', source: 'timer', error: 'expired' };
  }
  return { to: verdict.to, source: 'lookup', error: verdict.error };
}

/** The provider was told when to stop collecting. After it we no longer only ask, we ask it to stop (contract §9). */
function isPastWindow({ transaction, attempt }: Subject): boolean {
  const isPayment = transaction.type === 'payment';
  return (
    isPayment &&
    attempt.state === 'accepted' &&
    Date.now() > transaction.payableUntil.getTime() + windowGraceMs
  );
}

/** "Not found" ends an unanswered attempt only after the settle time and several equal answers in a row. */
function weighNotFound({ transaction, attempt, isSettled, notFoundAnswers }: Subject): Omit<Step, 'phase'> {
  const lookup = { n: attempt.n, answer: 'not_found' } as const;
  const isUnanswered = attempt.state === 'unknown' || attempt.state === 'sending';
  const answersMin = transaction.plan.timing.notFoundAnswersMin;
  const notFound = { isUnanswered, isSettled, answers: notFoundAnswers + 1, answersMin };
  if (judgeNotFound(transaction.type, notFound) === 'askAgain') return { lookup };
  const end = { to: 'error', source: 'lookup', error: neverConfirmed(attempt.cause) } as const;
  return {
    lookup,
    attempt: {
      n: attempt.n,
      from: ['sending', 'unknown'],
      to: 'not_sent',
      detail: 'unknown to the provider',
    },
    move: { ...endTransaction(transaction, end), provider: attempt.provider },
    forgetCard: true,
  };
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

/** A provider gets this long to close the payment by itself. */
const windowGraceMs = 2_000;

/** The moment a payment can no longer be paid is worth a question of its own: shortly after it. */
const afterWindowMs = 500;

/** Milliseconds until the next question. `asked` counts from 1; the first wait was spent before asking at all. */
function waitAfter(asked: number, { transaction }: Subject): number {
  const { lookupMs } = transaction.plan.timing;
  const wait = lookupMs[asked] ?? lookupMs.at(-1) ?? 0;
  const untilWindowEnds = transaction.payableUntil.getTime() - Date.now() + afterWindowMs;
  return untilWindowEnds > 0 ? Math.min(wait, untilWindowEnds) : wait;
}
