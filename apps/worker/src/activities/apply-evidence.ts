import type { Standing } from '#contracts/transaction-flow';
import { judgeEvidence, type Verdict } from '#domain/transactions/judge-evidence';
import { loadHeard, type Heard, type ProviderEvent } from '#persistence/transactions/provider-events';
import { recordProgress, type Progress } from '#persistence/transactions/record-progress';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction } from './end-transaction.js';
import { standingOf } from './known.js';
import { orNotRegistered } from './load-known.js';

/**
 * Looks at everything in the provider inbox that was not looked at yet, oldest first, each in a statement of its own:
 * ends the payment, or raises a review, or finds that nothing follows. An event is marked as applied only by a verdict
 * on the state that it was recorded in. Repeating it changes nothing.
 */
export function createApplyEvidence({ database }: ActivityDependencies) {
  return async function applyEvidence(identifier: string): Promise<Standing> {
    for (;;) {
      const heard = orNotRegistered(await loadHeard(database, identifier), identifier);
      crashPoint('before apply');
      const [event, ...more] = heard.events;
      if (!event) return standingOf(heard);
      const progress = weigh(heard, event);
      const recorded = await recordProgress(database, heard.transaction, progress);
      crashPoint('after apply');
      if (recorded.kind === 'recorded' && more.length === 0)
        return standingOf(heard, { progress, status: recorded.status });
    }
  };
}

function weigh(known: Heard, event: ProviderEvent): Progress {
  const { transaction, attempts } = known;
  const { type, status, amount, currency } = transaction;
  const { evidence, provider } = event;
  const verdict = judgeEvidence({ type, status, money: { amount, currency }, attempts }, provider, evidence);
  const heard = { ids: [event.id], verdict: nameVerdict(verdict) };
  if (verdict.kind === 'review') return { heard, review: { cause: verdict.cause, evidence } };
  if (verdict.kind !== 'end') return { heard };
  const end = { to: verdict.to, source: 'provider', error: verdict.error } as const;
  return {
    heard,
    attempt: { n: verdict.n, to: 'final', evidence, providerId: evidence.providerId },
    move: { ...endTransaction(known, end), provider },
    forgetCard: true,
  };
}

function nameVerdict(verdict: Verdict): string {
  return verdict.kind === 'review' ? `review: ${verdict.cause}` : verdict.kind;
}
