import { errorOf, type ErrorKey } from '../errors/error-catalogue.js';
import { endTransaction, type Change, type End, type Moment } from './change.js';
import { isPastWindow } from './look-ups.js';
import {
  proofOf,
  provesNeverArrived,
  type LookupResult,
  type Proof,
  type ProviderReport,
  type Submitted,
  type UnknownCause,
} from './report.js';
import { acceptedStatus } from './state.js';
import { isFinal } from './status.js';
import type { Attempt, Known } from './transaction.js';

/*
 * What everything that can happen to a transaction does to it and to its money (contract §9). Each function is given what
 * is recorded, what has happened, and the moment; it returns what is to be written, and reads and writes nothing itself.
 * A change is recorded only at the revision it was decided on: should that have passed, the step is decided again.
 */

/**
 * The submit call of attempt `n` came to this. It may come late: a look-up may have given the attempt up or ended it,
 * an operator the transaction. Then it is one report more, held against what is recorded.
 */
export function afterSubmit(
  known: Known,
  { n, result }: { readonly n: number; readonly result: Submitted },
  moment: Moment,
): Change {
  const attempt = attemptOf(known, n);
  return isAwaited(known, attempt)
    ? afterAnswer(known, attempt, result, moment)
    : afterLateAnswer(known, attempt, result, moment);
}

/**
 * The provider of attempt `n` could not be prepared, or its order not be made: nothing of it was sent, nor will be. Where
 * another run has begun to send it meanwhile, or it has ended, this says nothing of it.
 */
export function afterPreparation(
  known: Known,
  { n, result }: { readonly n: number; readonly result: Submitted },
  moment: Moment,
): Change {
  const attempt = attemptOf(known, n);
  const isOpen = attempt.state === 'preparing' && !isFinal(known.transaction.status);
  return isOpen ? afterAnswer(known, attempt, result, moment) : {};
}

function afterAnswer(known: Known, attempt: Attempt, result: Submitted, moment: Moment): Change {
  const { transaction } = known;
  const { n, provider } = attempt;
  const hasNextRoute = transaction.plan.routes[n] !== undefined;
  switch (result.kind) {
    case 'accepted': {
      const { challenge, providerId, evidence } = result;
      const proof = evidence ? proofOf(known, provider, evidence) : undefined;
      const accepted = {
        attempt: { n, to: 'accepted', providerId, evidence },
        ...(evidence && proof?.kind === 'review' && { review: { cause: proof.cause, evidence } }),
        forgetCard: true,
      } as const;
      if (transaction.status !== 'pending') return accepted;
      const to = acceptedStatus(transaction, challenge);
      return { ...accepted, move: { to, source: 'provider', challenge, provider } };
    }
    case 'declined': {
      const declined = { n, to: 'declined', evidence: result.evidence } as const;
      // A payout goes to the next provider only when surely nothing was sent.
      if (result.soft && hasNextRoute && transaction.type === 'payment')
        return { attempt: { ...declined, cause: 'soft' } };
      const { cause: error = 'declined', explanation: description } = result.evidence;
      const end = { to: 'declined', source: 'provider', error, description } as const;
      const move = endTransaction(transaction, end, moment);
      return { attempt: declined, move: { ...move, provider }, forgetCard: true };
    }
    case 'notSent': {
      const notSent = { n, to: 'not_sent', detail: result.detail } as const;
      if (hasNextRoute) return { attempt: notSent };
      const several = n > 1 ? 'neverSentByAnyRoute' : 'neverSent';
      const error = 'error' in result ? result.error : several;
      const move = endTransaction(transaction, { to: 'error', source: 'provider', error }, moment);
      return { attempt: notSent, move: { ...move, provider }, forgetCard: true };
    }
    case 'blocked': {
      const { error, description = errorOf(error).description } = result;
      return {
        attempt: { n, to: 'not_sent', detail: description },
        move: endTransaction(transaction, { to: 'declined', source: 'api', error, description }, moment),
        forgetCard: true,
      };
    }
    case 'unknown': {
      const { cause, detail } = result;
      return { attempt: { n, to: 'unknown', cause, detail }, forgetCard: true };
    }
    case 'final':
      return { ...afterWord(known, attempt, result.evidence, moment), forgetCard: true };
  }
}

/** What never left us says nothing of an attempt that is over, and no more does an answer that nobody can read. */
function afterLateAnswer(known: Known, attempt: Attempt, result: Submitted, moment: Moment): Change {
  switch (result.kind) {
    case 'final':
    case 'declined':
      return { ...afterWord(known, attempt, result.evidence, moment), forgetCard: true };
    case 'accepted': {
      const { providerReference } = attempt;
      const id = result.providerId === undefined ? {} : { providerId: result.providerId };
      const report = { providerReference, outcome: 'open', ...id } as const;
      // A person has ended what nobody had answered: the provider has it all the same, and money may move by it.
      if (hasNoAnswer(attempt) && known.transaction.status !== 'success')
        return {
          attempt: { n: attempt.n, evidence: report },
          review: { cause: 'contradicts the final state', evidence: report },
        };
      return afterWord(known, attempt, report, moment);
    }
    case 'notSent':
    case 'blocked':
    case 'unknown':
      return {};
  }
}

/** The provider's own word about an attempt, in the answer to the call that made it. */
function afterWord(known: Known, attempt: Attempt, report: ProviderReport, moment: Moment): Change {
  const { n, provider } = attempt;
  const proof = proofOf(known, provider, report);
  const follows = afterProof(known, { provider, report, proof }, moment);
  if (proof.kind === 'end') return follows;
  const accepted = isAwaited(known, attempt) && { to: 'accepted' as const };
  return { attempt: { n, evidence: report, providerId: report.providerId, ...accepted }, ...follows };
}

/** A provider's callback, from the inbox: it is marked as looked at only by a step on the state it was held against. */
export function afterReport(
  known: Known,
  event: { readonly id: string; readonly provider: string; readonly evidence: ProviderReport },
  moment: Moment,
): Change {
  const { provider, evidence: report } = event;
  const proof = proofOf(known, provider, report);
  const verdict = proof.kind === 'review' ? `review: ${proof.cause}` : proof.kind;
  return { applied: { ids: [event.id], verdict }, ...afterProof(known, { provider, report, proof }, moment) };
}

/** The end that a report proves, or the review that it asks for. */
function afterProof(
  { transaction }: Known,
  said: { readonly provider: string; readonly report: ProviderReport; readonly proof: Proof },
  moment: Moment,
  endOf = ({ to, error }: Extract<Proof, { kind: 'end' }>): End => ({ to, source: 'provider', error }),
): Change {
  const { provider, report, proof } = said;
  if (proof.kind === 'review') return { review: { cause: proof.cause, evidence: report } };
  if (proof.kind !== 'end') return {};
  return {
    attempt: { n: proof.n, to: 'final', evidence: report, providerId: report.providerId },
    move: {
      ...endTransaction(transaction, { description: report.explanation, ...endOf(proof) }, moment),
      provider,
    },
    forgetCard: true,
  };
}

/** What look-ups have come to before this one. */
export type LookUpSubject = Known & {
  /** The provider's settle time after the latest attempt could last be sent is over: from now on "not found" counts. */
  readonly isSettled: boolean;
  /** How many times in a row the provider has said "not found" since then, when it was asked in turn. */
  readonly notFoundAnswers: number;
};

/** `counts`: asked in turn, so that "not found" counts; nobody buys an end by asking often. */
export type LookUpInput = { readonly n: number; readonly answer: LookupResult; readonly counts: boolean };

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
  const { n, answer, counts } = input;
  const attempt = attemptOf(known, n);
  switch (answer.kind) {
    case 'noAnswer':
      return { lookup: { n, answer: 'no_answer', detail: answer.detail, counts } };
    case 'notFound': {
      const lookup = { n, answer: 'not_found', counts } as const;
      return { lookup, ...(counts && afterNotFound(known, attempt, moment)) };
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

/** "Not found" ends an unanswered attempt only after the settle time and several equal answers in a row. */
function afterNotFound(known: LookUpSubject, attempt: Attempt, moment: Moment): Change {
  const { transaction, isSettled, notFoundAnswers } = known;
  const { notFoundAnswersMin: answersMin, lateLookupsMs = [] } = transaction.plan.timing;
  const { n, provider, cause } = attempt;
  const notFound = {
    isUnanswered: isUnanswered(known, attempt),
    isSettled,
    answers: notFoundAnswers + 1,
    answersMin,
  };
  if (!provesNeverArrived(transaction.type, notFound)) return {};
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

function attemptOf({ attempts }: Known, n: number): Attempt {
  const attempt = attempts.find((candidate) => candidate.n === n);
  if (!attempt) throw new Error(`attempt ${n} is not recorded`);
  return attempt;
}

function hasNoAnswer({ state }: Attempt): boolean {
  return state === 'sending' || state === 'unknown';
}

/** Nobody knows yet what became of its submit, and nothing has ended its transaction. */
function isAwaited({ transaction }: Known, attempt: Attempt): boolean {
  return hasNoAnswer(attempt) && !isFinal(transaction.status);
}

function isUnanswered(known: Known, attempt: Attempt): boolean {
  return attempt === known.attempts.at(-1) && isAwaited(known, attempt);
}
