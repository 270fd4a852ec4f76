import { errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import { acceptedStatus } from '#domain/hosted-form';
import type { Evidence, SubmitResult } from '#domain/provider-result';
import { isFinal } from '#domain/transaction';
import type { Attempt } from '#domain/transactions/attempt';
import { judgeEvidence } from '#domain/transactions/judge-evidence';
import type { Progress } from '#persistence/transactions/record-progress';
import { endTransaction } from './end-transaction.js';
import type { Known } from './known.js';

/** What a send that never left us failed for, in the words of the error table. */
export type Sent =
  | SubmitResult
  | { readonly kind: 'notSent'; readonly detail: string; readonly error: ErrorKey }
  | { readonly kind: 'blocked'; readonly error: ErrorKey; readonly description?: string };

/**
 * What the result of the call changes. It may come late: another run may have given the attempt up, or ended it by a
 * look-up, an operator the transaction. Then it is one more witness, held against what is recorded (contract §9).
 */
export function weighResult(known: Known, n: number, result: Sent): Progress {
  const attempt = known.attempts.find((candidate) => candidate.n === n);
  if (!attempt) throw new Error(`attempt ${n} was begun and is not recorded`);
  const isAwaited = attempt.state === 'sending' || attempt.state === 'unknown';
  return isAwaited && !isFinal(known.transaction.status)
    ? weighAnswer(known, attempt, result)
    : weighLateAnswer(known, attempt, result);
}

function weighAnswer(known: Known, attempt: Attempt, result: Sent): Progress {
  const { transaction } = known;
  const { n, provider } = attempt;
  const hasNextRoute = transaction.plan.routes[n] !== undefined;
  switch (result.kind) {
    case 'accepted': {
      const { challenge, providerId } = result;
      const accepted = { n, to: 'accepted', providerId } as const;
      if (transaction.status !== 'pending') return { attempt: accepted, forgetCard: true };
      const to = acceptedStatus(transaction, challenge);
      return {
        attempt: accepted,
        move: { to, source: 'provider', challenge, provider },
        forgetCard: true,
      };
    }
    case 'declined': {
      const attempted = { n, to: 'declined', evidence: result.evidence } as const;
      // Contract §9: a payout goes to the next provider only when surely nothing was sent.
      if (result.soft && hasNextRoute && transaction.type === 'payment')
        return { attempt: { ...attempted, cause: 'soft' } };
      const error = result.evidence.cause ?? 'declined';
      const move = endTransaction(known, { to: 'declined', source: 'provider', error });
      return { attempt: attempted, move: { ...move, provider }, forgetCard: true };
    }
    case 'notSent': {
      const attempted = { n, to: 'not_sent', detail: result.detail } as const;
      if (hasNextRoute) return { attempt: attempted };
      const several = n > 1 ? 'neverSentByAnyRoute' : 'neverSent';
      const error = 'error' in result ? result.error : several;
      const move = endTransaction(known, { to: 'error', source: 'provider', error });
      return { attempt: attempted, move: { ...move, provider }, forgetCard: true };
    }
    case 'blocked': {
      const { error, description = errorOf(error).description } = result;
      return {
        attempt: { n, to: 'not_sent', detail: description },
        move: endTransaction(known, { to: 'declined', source: 'api', error, description }),
        forgetCard: true,
      };
    }
    case 'unknown': {
      const { cause, detail } = result;
      return { attempt: { n, to: 'unknown', cause, detail }, forgetCard: true };
    }
    case 'final':
      return { ...weighWord(known, attempt, result.evidence), forgetCard: true };
  }
}

/** What never left us says nothing of an attempt that is over, and no more does an answer that nobody can read. */
function weighLateAnswer(known: Known, attempt: Attempt, result: Sent): Progress {
  switch (result.kind) {
    case 'final':
    case 'declined':
      return { ...weighWord(known, attempt, result.evidence), forgetCard: true };
    case 'accepted': {
      const { providerReference } = attempt;
      const id = result.providerId === undefined ? {} : { providerId: result.providerId };
      const evidence = { providerReference, outcome: 'open', ...id } as const;
      // A person has ended what nobody had answered: the provider has it all the same, and money may move by it.
      const wasEndedByHand = attempt.state === 'sending' || attempt.state === 'unknown';
      if (wasEndedByHand && known.transaction.status !== 'success')
        return {
          attempt: { n: attempt.n, evidence },
          review: { cause: 'contradicts the final state', evidence },
        };
      return weighWord(known, attempt, evidence);
    }
    case 'notSent':
    case 'blocked':
    case 'unknown':
      return {};
  }
}

/** The provider's own word about an attempt, in the answer to the call that made it. */
function weighWord(known: Known, attempt: Attempt, evidence: Evidence): Progress {
  const { transaction, attempts } = known;
  const { type, status, amount, currency } = transaction;
  const { n, provider, state } = attempt;
  const { providerId } = evidence;
  const judged = { type, status, money: { amount, currency }, attempts };
  const verdict = judgeEvidence(judged, provider, evidence);
  if (verdict.kind === 'end') {
    const move = endTransaction(known, { to: verdict.to, source: 'provider', error: verdict.error });
    return { attempt: { n, to: 'final', evidence, providerId }, move: { ...move, provider } };
  }
  const isAwaited = (state === 'sending' || state === 'unknown') && !isFinal(status);
  return {
    attempt: { n, evidence, providerId, ...(isAwaited && { to: 'accepted' as const }) },
    ...(verdict.kind === 'review' && { review: { cause: verdict.cause, evidence } }),
  };
}
