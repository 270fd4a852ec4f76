import { errorOf } from '../errors/error-catalogue.js';
import { isSameMoney } from '../values/money.js';
import { writeJson } from '../values/write-json.js';
import { askedAfterEnd, askedAfterWord } from './ask-again.js';
import type { Change, End, FinalMove, Moment } from './change.js';
import { failureOf } from '../refunds/reversal-doubts.js';
import { describeTransaction } from '../wire/record.js';
import { endingOf, type Proof, type ProviderReport, type Submitted } from './report.js';
import { askForCard, hasRouteAfter, offersRetry, routesTaken } from './retries.js';
import { acceptedStatus, phaseOf } from './state.js';
import { isFinal, paysOut } from './status.js';
import type { Attempt, Known, Transaction } from './transaction.js';

/*
 * What results, callbacks and look-ups do to a transaction and to its money (contract §9). Each function takes the recorded
 * state, the event and the moment, and returns the change to be written; it reads and writes nothing itself. A change is
 * recorded only at the revision on which it was decided; otherwise the step is decided again.
 */

/**
 * The result of the submit call of attempt `n`. If a look-up has ended the attempt meanwhile, or an operator the transaction,
 * the result is one more report, which is compared with the recorded state.
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
 * The provider of attempt `n` could not be prepared, or the order could not be composed, so nothing was sent. Ignored if
 * another run sends the attempt meanwhile, or it has ended.
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
  const hasNextRoute = hasRouteAfter(known, n);
  switch (result.kind) {
    case 'accepted': {
      const { challenge, providerId, report } = result;
      const proof = report ? proofOf(known, provider, report) : undefined;
      const accepted = {
        attempt: { n, to: 'accepted', providerId, report },
        ...(report && proof?.kind === 'review' && { review: { cause: proof.cause, report } }),
        forgetCard: true,
      } as const;
      if (transaction.status !== 'pending') return accepted;
      const to = acceptedStatus(transaction, challenge);
      return { ...accepted, move: { to, source: 'provider', challenge, provider } };
    }
    case 'declined': {
      const declined = { n, to: 'declined', report: result.report } as const;
      // A payout goes to the next provider only when surely nothing was sent.
      if (result.soft && hasNextRoute && !paysOut(transaction.type))
        return { attempt: { ...declined, cause: 'soft' } };
      if (offersRetry(known, attempt, result.report, moment.now))
        return askForCard(attempt, result.report, 'provider');
      const { cause: error = 'declined', explanation: description } = result.report;
      const end = { to: 'declined', source: 'provider', error, description } as const;
      const move = endTransaction(transaction, end, moment);
      return { attempt: declined, move: { ...move, provider }, forgetCard: true };
    }
    case 'notSent': {
      const notSent = { n, to: 'not_sent', detail: result.detail } as const;
      if (hasNextRoute) return { attempt: notSent };
      const several = routesTaken(known.attempts) > 1 ? 'neverSentByAnyRoute' : 'neverSent';
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
      return { ...afterWord(known, attempt, result.report, moment), forgetCard: true };
  }
}

/**
 * A submit result that arrives after its attempt was closed. `notSent`, `blocked` and `unknown` prove nothing and are
 * ignored.
 */
function afterLateAnswer(known: Known, attempt: Attempt, result: Submitted, moment: Moment): Change {
  switch (result.kind) {
    case 'final':
    case 'declined':
      return { ...afterWord(known, attempt, result.report, moment), forgetCard: true };
    case 'accepted': {
      const { providerReference } = attempt;
      const id = result.providerId === undefined ? {} : { providerId: result.providerId };
      const report = { providerReference, outcome: 'open', ...id } as const;
      // An operator has ended the transaction without an answer, but the provider has accepted it: money may move.
      if (hasNoAnswer(attempt) && known.transaction.status !== 'success')
        return {
          attempt: { n: attempt.n, report },
          review: { cause: 'contradicts the final state', report },
        };
      return afterWord(known, attempt, report, moment);
    }
    case 'notSent':
    case 'blocked':
    case 'unknown':
      return {};
  }
}

/** A report about an attempt in the answer to its submit call. */
function afterWord(known: Known, attempt: Attempt, report: ProviderReport, moment: Moment): Change {
  const { n, provider } = attempt;
  const proof = proofOf(known, provider, report);
  const accepted = isAwaited(known, attempt) && { to: 'accepted' as const };
  return {
    attempt: { n, report, providerId: report.providerId, ...accepted },
    // An end brings its own change of the attempt.
    ...afterProof(known, { provider, report, proof }, moment),
  };
}

/** A callback from the provider inbox, which is marked as applied together with the change that was decided on it. */
export function afterReport(
  known: Known,
  event: { readonly id: string; readonly provider: string; readonly report: ProviderReport },
  moment: Moment,
): Change {
  const { provider, report } = event;
  const proof = proofOf(known, provider, report);
  const verdict = proof.kind === 'review' ? `review: ${proof.cause}` : proof.kind;
  return {
    applied: { ids: [event.id], verdict },
    ...afterProof(known, { provider, report, proof }, moment),
    ...askedAfterWord(known, proof, moment.now),
  };
}

/** The end that a report proves, or the review that it requires. */
export function afterProof(
  known: Known,
  said: { readonly provider: string; readonly report: ProviderReport; readonly proof: Proof },
  moment: Moment,
  endOf = ({ to, error }: Extract<Proof, { kind: 'end' }>): End => ({ to, source: 'provider', error }),
): Change {
  const { transaction } = known;
  const { provider, report, proof } = said;
  if (proof.kind === 'review')
    return { review: { cause: proof.cause, report }, ...afterContradiction(known, report, moment) };
  if (proof.kind === 'returned') return { reversals: { provider, told: [failureOf(transaction, report)] } };
  if (proof.kind !== 'end') return {};
  const end = endOf(proof);
  const attempt = attemptOf(known, proof.n);
  if (end.to === 'declined' && offersRetry(known, attempt, report, moment.now))
    return askForCard(attempt, report, end.source);
  return {
    attempt: { n: proof.n, to: 'final', report, providerId: report.providerId },
    move: { ...endTransaction(transaction, { description: report.explanation, ...end }, moment), provider },
    ...askedAfterEnd(transaction, proof.n, end.to),
    forgetCard: true,
  };
}

/**
 * A provider has reported a success of a card that it had declined before, so that this may be paid. A payment that asks for
 * another card, or has one that is not sent yet, ends with that decline, so that nobody pays twice.
 */
function afterContradiction(
  known: Known,
  { outcome }: ProviderReport,
  moment: Moment,
): Pick<Change, 'move' | 'forgetCard'> {
  const { transaction } = known;
  const phase = phaseOf(known);
  const mayTakeCard = transaction.tries > 0 && (phase === 'awaitingInput' || phase === 'due');
  if (outcome !== 'success' || !mayTakeCard) return {};
  const end = { to: 'declined', source: 'provider', error: 'declined' } as const;
  return { move: endTransaction(transaction, end, moment), forgetCard: true };
}

/** The recorded state that a report is compared with. */
export type ReportSubject = {
  readonly transaction: Pick<Transaction, 'type' | 'status' | 'statusSource' | 'amount' | 'currency'>;
  readonly attempts: readonly Pick<Attempt, 'n' | 'provider' | 'providerReference' | 'state'>[];
};

/** Contract §9: a report counts only if provider and reference match the attempt, success only for its exact money. */
export function proofOf(
  { transaction, attempts }: ReportSubject,
  provider: string,
  report: ProviderReport,
): Proof {
  const attempt = attempts.find(
    (candidate) =>
      candidate.provider === provider && candidate.providerReference === report.providerReference,
  );
  if (!attempt) return { kind: 'review', cause: 'unknown attempt' };
  const end = endingOf(transaction.type, report);
  if (!end) {
    // The provider has an attempt that is recorded as never sent: money may move.
    if (attempt.state === 'not_sent') return { kind: 'review', cause: 'was held as not sent' };
    if (report.awaitsApproval && !isFinal(transaction.status))
      return { kind: 'review', cause: 'awaits approval at the provider' };
    return { kind: 'open', n: attempt.n };
  }
  if (end.to === 'success' && !isPaidInFull(transaction, report)) {
    return { kind: 'review', cause: 'wrong amount' };
  }
  const current = attempts.at(-1);
  if (isFinal(transaction.status)) {
    if (transaction.type === 'refund' && transaction.status === 'success' && end.to !== 'success')
      return { kind: 'returned' };
    // It was declined, and another attempt has followed.
    const isKnown = attempt !== current && attempt.state === 'declined' && end.to !== 'success';
    if (isKnown) return { kind: 'agrees' };
    if (transaction.status !== end.to) return { kind: 'review', cause: 'contradicts the final state' };
    // Another attempt has succeeded already, or an operator has declared the success: this may be a second payment.
    const isSecond = attempts.some(
      (other) => other !== attempt && (other.state === 'final' || transaction.statusSource === 'operator'),
    );
    return isSecond && end.to === 'success' ? { kind: 'review', cause: 'other attempt' } : { kind: 'agrees' };
  }
  const isOver = attempt !== current || attempt.state === 'not_sent' || attempt.state === 'declined';
  if (!isOver) return { kind: 'end', n: attempt.n, ...end };
  if (end.to !== 'success') return { kind: 'agrees' };
  return { kind: 'review', cause: attempt === current ? 'attempt was over' : 'other attempt' };
}

/** A success without an amount counts for the requested amount; one with another amount is not a success. */
function isPaidInFull(
  money: Pick<Transaction, 'amount' | 'currency'>,
  { amount, currency }: ProviderReport,
): boolean {
  if (currency !== undefined && currency !== money.currency) return false;
  if (amount === undefined) return true;
  return isSameMoney(money, { amount, currency: money.currency });
}

/** The move to a final state with its one event. The callback's body is serialised here, once (contract §8). */
export function endTransaction(transaction: Transaction, end: End, { now, eventId }: Moment): FinalMove {
  const condition = end.error && errorOf(end.error);
  const error = condition && {
    code: condition.code,
    reason: condition.reason,
    description: end.description ?? condition.description,
  };
  const { to, source, expiredAtStage } = end;
  const ended = { to, source, error, expiredAtStage, finishedAt: now };
  const record = describeTransaction(
    {
      ...transaction,
      status: to,
      statusSource: source,
      errorCode: error?.code ?? 0,
      errorReason: error?.reason ?? '',
      errorDescription: error?.description,
      expiredAtStage,
      challenge: undefined,
      finishedAt: now,
    },
    now,
  );
  const body = writeJson({ event_id: eventId, ...record });
  return { ...ended, event: { eventId, body, callbackUrl: transaction.callbackUrl } };
}

export function attemptOf({ attempts }: Known, n: number): Attempt {
  const attempt = attempts.find((candidate) => candidate.n === n);
  if (!attempt) throw new Error(`attempt ${n} is not recorded`);
  return attempt;
}

function hasNoAnswer({ state }: Attempt): boolean {
  return state === 'sending' || state === 'unknown';
}

/** The result of the attempt's submit is unknown, and the transaction is open. */
export function isAwaited({ transaction }: Known, attempt: Attempt): boolean {
  return hasNoAnswer(attempt) && !isFinal(transaction.status);
}
