import type { Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import type { TransactionStatus } from '#domain/transaction';
import type { Attempt } from '#domain/transactions/attempt';
import { phaseOf, type Phase } from '#domain/transactions/phase';
import type { Database } from '#persistence/database';
import type { DatabaseClock } from '#persistence/database-clock';
import { recordProgress, type Progress } from '#persistence/transactions/record-progress';

/** What a step decides on: a transaction as it was read, with its attempts, oldest first. */
export type Known = {
  readonly transaction: Transaction;
  readonly attempts: readonly Attempt[];
  readonly clock: DatabaseClock;
};

export function phaseOfKnown({ transaction, attempts }: Known): Phase {
  return phaseOf(transaction, attempts);
}

/** What followed from a step: what it was decided on, what it changed, and the status since. */
export type Step<Subject extends Known> = {
  readonly known: Subject;
  readonly progress: Progress;
  readonly status: TransactionStatus;
};

/**
 * Decides on what is known and records it. What was decided on a state that has changed meanwhile is not written: the
 * transaction is read again and decided anew, so that no word of a provider is filed by a judgement that no longer
 * holds (contract §9). It ends, because each turn more means that somebody else took a step.
 */
export async function decideAndRecord<Subject extends Known>(
  database: Database,
  known: Subject,
  it: { readonly decide: (known: Subject) => Progress; readonly reload: () => Promise<Subject> },
): Promise<Step<Subject>> {
  const progress = it.decide(known);
  const recorded = await recordProgress(database, known.transaction, progress);
  if (recorded.kind === 'recorded') return { known, progress, status: recorded.status };
  return decideAndRecord(database, await it.reload(), it);
}

/** Where a transaction stands, for its flow: as it is known, or after a step that was recorded. */
export function standingOf(
  { transaction, attempts, clock }: Known,
  { progress, status = transaction.status }: Partial<Pick<Step<Known>, 'progress' | 'status'>> = {},
): Standing {
  const changed = progress?.attempt;
  const now = attempts.map((attempt) =>
    attempt.n === changed?.n ? { ...attempt, state: changed.to ?? attempt.state } : attempt,
  );
  const provider = now.at(-1)?.provider ?? transaction.provider;
  return {
    phase: phaseOf({ status, submitDueAt: transaction.submitDueAt }, now),
    status,
    until: transaction.payableUntil.toISOString(),
    leftMs: transaction.payableUntil.getTime() - clock().getTime(),
    ...(provider === undefined ? {} : { provider }),
    attempts: now.map(({ n, mid, provider: at, state }) => ({
      n,
      route: transaction.plan.routes[n - 1]?.route ?? '',
      mid,
      provider: at,
      state,
    })),
  };
}

export function standingAfter({ known, progress, status }: Step<Known>): Standing {
  return standingOf(known, { progress, status });
}
