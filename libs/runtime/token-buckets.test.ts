import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.js';

describe('a token bucket for each name', () => {
  const uses = (mayUse: ReturnType<typeof createTokenBuckets>, name: string, times: number, now: number) =>
    Array.from({ length: times }, () => mayUse(name, now)).filter(Boolean).length;

  it('allows `atOnce` calls immediately, then `perSecond` calls each second', () => {
    const mayUse = createTokenBuckets({ atOnce: 5, perSecond: 2 });
    expect(uses(mayUse, 'a', 10, 0)).toBe(5);
    expect(uses(mayUse, 'a', 10, 499)).toBe(0);
    expect(uses(mayUse, 'a', 10, 1_500)).toBe(3);
    expect(uses(mayUse, 'a', 10, 60_000)).toBe(5);
  });

  it('takes as many tokens as something costs, and gets back what was taken for nothing', () => {
    const mayUse = createTokenBuckets({ atOnce: 10, perSecond: 1 });
    expect([mayUse('a', 0, 6), mayUse('a', 0, 6), mayUse('a', 0, 4)]).toEqual([true, false, true]);
    mayUse.giveBack('a', 6);
    mayUse.giveBack('b', 6);
    expect([mayUse('a', 0, 6), mayUse('a', 0), mayUse('b', 0, 10)]).toEqual([true, false, true]);
    mayUse.giveBack('a', 60);
    expect(mayUse('a', 0, 11)).toBe(false);
  });

  it('counts every name for itself', () => {
    const mayUse = createTokenBuckets({ atOnce: 1, perSecond: 1 });
    expect([uses(mayUse, 'a', 3, 0), uses(mayUse, 'b', 3, 0)]).toEqual([1, 1]);
  });
});
