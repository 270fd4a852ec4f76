import type { Change } from './change.js';
import type { Proof } from './report.js';
import type { FinalStatus } from './status.js';
import type { Known, Transaction } from './transaction.js';

/*
 * When the provider of a successful payment is asked whether it still says so (contract §9): after the waits of its plan, and
 * soon after each signed word of it that comes after the end.
 */

/** Questions are spread over a twentieth of their wait. */
const spreadShare = 20;
/** A provider that has just told something may show it a moment later; words that come together are one question. */
const afterWordMs = 5_000;
/** The same success once more within this time is how the end was told, and no news. */
const repetitionMs = 60_000;

export function spreadOf(waitMs: number): number {
  return Math.floor(waitMs / spreadShare);
}

/** The first of the plan's questions, for attempt `n` that a payment has just succeeded by. */
export function askedAfterEnd(
  { type, plan }: Transaction,
  n: number | undefined,
  to: FinalStatus,
): Pick<Change, 'askAgain'> {
  const [afterMs] = plan.timing.lateSuccessLookupsMs ?? [];
  if (type !== 'payment' || to !== 'success' || n === undefined || afterMs === undefined) return {};
  return { askAgain: { n, step: 0, afterMs, spreadMs: spreadOf(afterMs) } };
}

/** A question out of the plan, for a word that has come after the end. */
export function askedAfterWord(
  { transaction, attempts }: Known,
  proof: Proof,
  now: Date,
): Pick<Change, 'askAgain'> {
  const { type, status, finishedAt = now, plan } = transaction;
  const attempt = attempts.find(({ state }) => state === 'final') ?? attempts.at(-1);
  if (type !== 'payment' || status !== 'success' || !attempt) return {};
  if (proof.kind === 'agrees' && now.getTime() - finishedAt.getTime() < repetitionMs) return {};
  const step = plan.timing.lateSuccessLookupsMs?.length ?? 0;
  return { askAgain: { n: attempt.n, step, afterMs: afterWordMs, spreadMs: 0 } };
}
