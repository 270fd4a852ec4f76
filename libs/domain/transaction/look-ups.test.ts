import { describe, expect, it } from 'vitest';
import { hasWindowJustEnded, isPastWindow, nextLookUpMs, untilTurnMs } from './look-ups.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState } from './transaction.js';

/** Its ladder is 5, 10 and 60 seconds. */
const transaction = sampleTransaction();
const asked = (count: number, askedAgoMs = Infinity, state: AttemptState = 'unknown') => ({
  transaction,
  attempts: [sampleAttempt(1, state)],
  asked: count,
  askedAgoMs,
});
const end = transaction.payableUntil.getTime();

describe('the turn of a look-up', () => {
  it('comes after the wait that follows the one before, however often news have come between', () => {
    expect(untilTurnMs(asked(0))).toBe(0);
    expect(untilTurnMs(asked(1, 4_000))).toBe(6_000);
    expect(untilTurnMs(asked(1, 10_000))).toBe(0);
    expect(untilTurnMs(asked(9, 1_000))).toBe(59_000);
  });

  it('is always there for what a provider has accepted: its "not found" ends nothing', () => {
    expect(untilTurnMs(asked(1, 0, 'accepted'))).toBe(0);
  });
});

describe('the wait for the next look-up', () => {
  const early = new Date(transaction.createdAt.getTime());

  it('goes up the ladder and stays on its last step', () => {
    expect([0, 1, 2, 9].map((count) => nextLookUpMs(asked(count), early))).toEqual([
      10_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('is cut short by the moment at which a payment can no longer be paid, once', () => {
    expect(nextLookUpMs(asked(2), new Date(end - 1_000))).toBe(1_500);
    expect(nextLookUpMs(asked(2), new Date(end + 500))).toBe(60_000);
  });
});

describe('the end of the window', () => {
  it.each<[string, boolean, Parameters<typeof isPastWindow>[0], number]>([
    ['is past after its grace', true, asked(0, 0, 'accepted'), end + 2_001],
    ['is not past within it', false, asked(0, 0, 'accepted'), end + 2_000],
    ['is never past without an accepted attempt', false, asked(0, 0, 'unknown'), end + 60_000],
    [
      'is never past for a payout',
      false,
      { ...asked(0, 0, 'accepted'), transaction: { ...transaction, type: 'payout' } },
      end + 60_000,
    ],
  ])('%s', (_name, isPast, known, at) => expect(isPastWindow(known, new Date(at))).toBe(isPast));
});

describe('what was said of the time to pay', () => {
  const payout = {
    ...asked(1, Infinity, 'accepted'),
    transaction: { ...transaction, type: 'payout' },
  } as const;

  it.each<[string, boolean, Parameters<typeof hasWindowJustEnded>[0], number]>([
    ['is true before its end', false, asked(1, Infinity, 'accepted'), end - 1],
    ['is no longer true at the first look-up after its end', true, asked(1, 60_000, 'accepted'), end + 500],
    ['was corrected by that look-up', false, asked(2, 500, 'accepted'), end + 1_000],
    ['was never said of a payout', false, payout, end + 500],
  ])('%s', (_name, hasEnded, known, at) => expect(hasWindowJustEnded(known, new Date(at))).toBe(hasEnded));
});
