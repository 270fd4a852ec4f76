import type { Change } from './change.js';
import type { Proof } from './report.js';
import type { FinalStatus } from './status.js';
import type { Known, Transaction } from './transaction.js';

/*
 * The schedule of later look-ups of a successful payment (contract §9) or refund (§15.4): after the waits of its plan, and
 * soon after each signed callback that arrives after the end.
 */

/** Look-ups are spread over a twentieth of their wait. */
const spreadShare = 20;
/** A provider's look-up may lag behind its callback; callbacks that arrive together cause one look-up. */
const afterWordMs = 5_000;
/** The same success within this time repeats the report of the end and causes no look-up. */
const repetitionMs = 60_000;

export function spreadOf(waitMs: number): number {
  return Math.floor(waitMs / spreadShare);
}

/**
 * The first planned look-up of a payment or refund that has just succeeded by attempt `n`; soon, and of a payout too, if a hint
 * from before the end may be about money that has gone since.
 */
export function askedAfterEnd(
  transaction: Transaction,
  n: number | undefined,
  to: FinalStatus,
): Pick<Change, 'askAgain'> {
  if (to !== 'success' || n === undefined) return {};
  const { step, afterMs } = firstPlanned(transaction);
  const planned = afterMs === undefined ? { spreadMs: 0 } : { afterMs, spreadMs: spreadOf(afterMs) };
  return { askAgain: { n, step, ...planned, afterHintMs: soonest(afterMs) } };
}

/** The first look-up of a success, brought forward: the answer that has proved it tells of money that came or went since. */
export function askedAboutReversals(transaction: Transaction, n: number): Pick<Change, 'askAgain'> {
  const { step, afterMs } = firstPlanned(transaction);
  return { askAgain: { n, step, afterMs: soonest(afterMs), spreadMs: 0 } };
}

/** Of a payout none is planned: it is looked up once, where something is to be asked. */
function firstPlanned({ type, plan }: Transaction): { readonly step: number; readonly afterMs?: number } {
  const waits = plan.timing.lateSuccessLookupsMs ?? [];
  const [afterMs] = waits;
  if (type === 'payout' || afterMs === undefined) return { step: waits.length };
  return { step: 0, afterMs };
}

function soonest(plannedMs = afterWordMs): number {
  return Math.min(afterWordMs, plannedMs);
}

/** An additional look-up for a callback that has arrived after the end. */
export function askedAfterWord(
  { transaction, attempts }: Known,
  proof: Proof,
  now: Date,
): Pick<Change, 'askAgain'> {
  const { type, status, finishedAt = now, plan } = transaction;
  const attempt = attempts.find(({ state }) => state === 'final') ?? attempts.at(-1);
  if (type === 'payout' || status !== 'success' || !attempt) return {};
  if (proof.kind === 'agrees' && now.getTime() - finishedAt.getTime() < repetitionMs) return {};
  const step = plan.timing.lateSuccessLookupsMs?.length ?? 0;
  return { askAgain: { n: attempt.n, step, afterMs: afterWordMs, spreadMs: 0 } };
}
