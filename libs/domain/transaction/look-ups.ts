import { phaseOf } from './state.js';
import type { Known } from './transaction.js';

/** How often the latest attempt was asked about in turn, and how many milliseconds ago for the last time. */
export type LookUpsSoFar = { readonly asked: number; readonly askedAgoMs: number };

/** The moment a payment can no longer be paid is worth a question of its own: shortly after it. */
export const afterWindowMs = 500;
/** A provider gets this long to close the payment by itself. */
const windowGraceMs = 2_000;

/**
 * Milliseconds until an unanswered attempt may be asked about again, when the waits before were cut short: news of any
 * kind start the look-ups anew, and must not bring "not found" any sooner (contract §9).
 */
export function untilTurnMs(known: Known & LookUpsSoFar): number {
  const { transaction, asked, askedAgoMs } = known;
  const { lookupMs } = transaction.plan.timing;
  if (phaseOf(known) !== 'unknown') return 0;
  return Math.max(0, (lookupMs[asked] ?? lookupMs.at(-1) ?? 0) - askedAgoMs);
}

/** Milliseconds until the next question, which counts on from those that were asked by a workflow that is lost. */
export function nextLookUpMs({ transaction, asked }: Known & LookUpsSoFar, now: Date): number {
  const { lookupMs } = transaction.plan.timing;
  const wait = lookupMs[asked + 1] ?? lookupMs.at(-1) ?? 0;
  const untilWindowEnds = transaction.payableUntil.getTime() - now.getTime() + afterWindowMs;
  return untilWindowEnds > 0 ? Math.min(wait, untilWindowEnds) : wait;
}

/** The provider was told when to stop collecting. After it we no longer only ask, we ask it to stop (contract §9). */
export function isPastWindow({ transaction, attempts }: Known, now: Date): boolean {
  const isAccepted = attempts.at(-1)?.state === 'accepted';
  const endsAt = transaction.payableUntil.getTime() + windowGraceMs;
  return transaction.type === 'payment' && isAccepted && now.getTime() > endsAt;
}
