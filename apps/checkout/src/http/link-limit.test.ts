import { describe, expect, it } from 'vitest';
import { createLinkLimit } from './link-limit.js';

describe('a limit for each link', () => {
  const uses = (mayUse: ReturnType<typeof createLinkLimit>, link: string, times: number, now: number) =>
    Array.from({ length: times }, () => mayUse(link, now)).filter(Boolean).length;

  it('allows so many at once, and so many a second afterwards', () => {
    const mayUse = createLinkLimit({ atOnce: 5, perSecond: 2 });
    expect(uses(mayUse, 'a', 10, 0)).toBe(5);
    expect(uses(mayUse, 'a', 10, 499)).toBe(0);
    expect(uses(mayUse, 'a', 10, 1_500)).toBe(3);
    expect(uses(mayUse, 'a', 10, 60_000)).toBe(5);
  });

  it('counts every link for itself', () => {
    const mayUse = createLinkLimit({ atOnce: 1, perSecond: 1 });
    expect([uses(mayUse, 'a', 3, 0), uses(mayUse, 'b', 3, 0)]).toEqual([1, 1]);
  });
});
