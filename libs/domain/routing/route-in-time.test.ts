import { describe, expect, it } from 'vitest';
import { routeInTime } from './route-in-time.js';

/** A clock that says these instants, one after the other. */
function clockOf(...instants: readonly number[]): () => number {
  const left = [...instants];
  return () => left.shift() ?? Number.NaN;
}

describe('routing (contract §3, §12)', () => {
  it('that is in time gives what it found', () => {
    expect(routeInTime('payment', () => 'a route', clockOf(7_000, 12_000))).toBe('a route');
  });

  it.each([
    ['payment', 'paymentRoutingTimeout'],
    ['payout', 'payoutRoutingTimeout'],
  ] as const)('of a %s that is slower than its deadline is refused, whatever it found', (type, error) => {
    expect(routeInTime(type, () => 'a route', clockOf(7_000, 12_001))).toEqual({ kind: 'refused', error });
  });
});
