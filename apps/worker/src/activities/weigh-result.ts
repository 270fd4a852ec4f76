import { errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import { acceptedStatus } from '#domain/hosted-form';
import type { SubmitResult } from '#domain/provider-result';
import type { Transaction } from '#domain/registered-transaction';
import { judgeEvidence } from '#domain/transactions/judge-evidence';
import type { Attempt } from '#persistence/transactions/begin-attempt';
import type { Progress } from '#persistence/transactions/record-progress';
import { endTransaction } from './end-transaction.js';

/** What a send that never left us failed for, in the words of the error table. */
export type Sent =
  | SubmitResult
  | { readonly kind: 'notSent'; readonly detail: string; readonly error: ErrorKey }
  | { readonly kind: 'blocked'; readonly error: ErrorKey; readonly description?: string };

export type SubmitStep = Omit<Progress, 'identifier' | 'forgetCard'> & {
  readonly phase: 'due' | 'waiting' | 'unknown';
};

/** What each result of the call changes. A result may come late, after the attempt was given up as unknown. */
export function weighResult(transaction: Transaction, attempt: Attempt, result: Sent): SubmitStep {
  const { provider } = attempt;
  const tried = { n: attempt.n, from: ['sending', 'unknown'] } as const;
  const hasNextRoute = transaction.plan.routes[attempt.n] !== undefined;
  switch (result.kind) {
    case 'accepted': {
      const { challenge, providerId } = result;
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'accepted', providerId },
        move: {
          from: ['pending'],
          to: acceptedStatus(transaction, challenge),
          source: 'provider',
          challenge,
          provider,
        },
      };
    }
    case 'declined': {
      const attempted = { ...tried, to: 'declined', evidence: result.evidence } as const;
      // Contract §9: a payout goes to the next provider only when surely nothing was sent.
      if (result.soft && hasNextRoute && transaction.type === 'payment')
        return { phase: 'due', attempt: { ...attempted, cause: 'soft' } };
      const error = result.evidence.cause ?? 'declined';
      const end = { to: 'declined', source: 'provider', error } as const;
      return {
        phase: 'waiting',
        attempt: attempted,
        move: { ...endTransaction(transaction, end), provider },
      };
    }
    case 'notSent': {
      const attempted = { ...tried, to: 'not_sent', detail: result.detail } as const;
      if (hasNextRoute) return { phase: 'due', attempt: attempted };
      const several = attempt.n > 1 ? 'neverSentByAnyRoute' : 'neverSent';
      const error = 'error' in result ? result.error : several;
      const move = endTransaction(transaction, { to: 'error', source: 'provider', error });
      return { phase: 'waiting', attempt: attempted, move: { ...move, provider } };
    }
    case 'blocked': {
      const { error, description = errorOf(error).description } = result;
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'not_sent', detail: description },
        move: endTransaction(transaction, { to: 'declined', source: 'api', error, description }),
      };
    }
    case 'unknown': {
      const { cause, detail } = result;
      return { phase: 'unknown', attempt: { ...tried, to: 'unknown', cause, detail } };
    }
    case 'final': {
      const { evidence } = result;
      const attempts = [{ ...attempt, state: 'accepted' as const }];
      const money = { amount: transaction.amount, currency: transaction.currency };
      const { type, status } = transaction;
      const verdict = judgeEvidence({ type, status, money, attempts }, provider, evidence);
      if (verdict.kind === 'end') {
        const end = { to: verdict.to, source: 'provider', error: verdict.error } as const;
        return {
          phase: 'waiting',
          attempt: { ...tried, to: 'final', evidence, providerId: evidence.providerId },
          move: { ...endTransaction(transaction, end), provider },
        };
      }
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'accepted', evidence, providerId: evidence.providerId },
        ...(verdict.kind === 'review' ? { review: { cause: verdict.cause, evidence } } : {}),
      };
    }
  }
}
