import { ApplicationFailure } from '@temporalio/activity';
import type { Standing } from '#contracts/transaction-flow';
import { judgeEvidence, type Verdict } from '#domain/transactions/judge-evidence';
import type { Transaction } from '#domain/registered-transaction';
import type { TransactionStatus } from '#domain/transaction';
import type { Attempt } from '#persistence/transactions/begin-attempt';
import { loadHeard, type ProviderEvent } from '#persistence/transactions/provider-events';
import { recordProgress, type Progress } from '#persistence/transactions/record-progress';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction } from './end-transaction.js';
import { showAttempts } from './show-attempts.js';
import { stand } from './stand.js';

/**
 * Looks at everything in the provider inbox that was not looked at yet, oldest first, each in a statement of its own:
 * ends the payment, or raises a review, or finds that nothing follows. Repeating it changes nothing.
 */
export function createApplyEvidence({ database }: ActivityDependencies) {
  return async function applyEvidence(identifier: string): Promise<Standing> {
    const heard = await loadHeard(database, identifier);
    if (!heard)
      throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
    const { transaction, attempts, events } = heard;
    let { status } = transaction;
    let ended: Progress['attempt'];
    crashPoint('before apply');
    for (const event of events) {
      const progress = weigh({ ...transaction, status }, attempts, event);
      ({ status } = await recordProgress(database, progress));
      ended ??= progress.attempt;
    }
    crashPoint('after apply');
    const last = attempts.at(-1);
    const isUnknown = last?.state === 'unknown' || last?.state === 'sending';
    return {
      ...stand(transaction, status, isUnknown ? 'unknown' : 'waiting', last?.provider),
      attempts: showAttempts(transaction, attempts, ended),
    };
  };
}

function weigh(transaction: Transaction, attempts: readonly Attempt[], event: ProviderEvent): Progress {
  const { identifier } = transaction;
  const money = { amount: transaction.amount, currency: transaction.currency };
  const judged: { readonly status: TransactionStatus } = { status: transaction.status };
  const { type } = transaction;
  const verdict = judgeEvidence({ ...judged, type, money, attempts }, event.provider, event.evidence);
  const heard = { ids: [event.id], verdict: nameVerdict(verdict) };
  if (verdict.kind === 'review') {
    return { identifier, heard, review: { cause: verdict.cause, evidence: event.evidence } };
  }
  if (verdict.kind !== 'end') return { identifier, heard };
  return {
    identifier,
    heard,
    attempt: {
      n: verdict.n,
      from: ['sending', 'accepted', 'unknown'],
      to: 'final',
      evidence: event.evidence,
      providerId: event.evidence.providerId,
    },
    move: {
      ...endTransaction(transaction, { to: verdict.to, source: 'provider', error: verdict.error }),
      provider: event.provider,
    },
    forgetCard: true,
  };
}

function nameVerdict(verdict: Verdict): string {
  return verdict.kind === 'review' ? `review: ${verdict.cause}` : verdict.kind;
}
