import { describe, expect, it } from 'vitest';
import { describeReached } from '../limits/counted-limits.js';
import type { Candidates } from '../transaction/plan.js';
import { rejectExhausted, routeInTime, siftCandidates, type ExhaustedMid } from './route-request.js';

const candidate = (route: string) => ({ route, mid: route, provider: 'bank' });
const [a, b, c] = [candidate('a'), candidate('b'), candidate('c')];
const candidates: Candidates = [a, b, c];
const refusal = { kind: 'refused', error: 'limitExceeded', description: 'why' } as const;
const rejected = (route: string) => ({ route, error: 'limitExceeded', description: 'why' });
const refusing =
  (...names: readonly string[]) =>
  ({ route }: { readonly route: string }) =>
    names.includes(route) ? refusal : undefined;

describe('siftCandidates', () => {
  it('leaves out further candidates', () => {
    expect(siftCandidates(candidates, 1, refusing('b'))).toEqual({
      kind: 'sifted',
      candidates: [a, c],
      rejected: [rejected('b')],
    });
  });

  it('the first one speaks for the request, and the others are not heard', () => {
    expect(siftCandidates(candidates, 1, refusing('a', 'c'))).toEqual({
      ...refusal,
      rejected: [rejected('a')],
    });
  });

  it('unless another one of the same priority takes it', () => {
    expect(siftCandidates(candidates, 2, refusing('a'))).toEqual({
      kind: 'sifted',
      candidates: [b, c],
      rejected: [rejected('a')],
    });
    expect(siftCandidates(candidates, 2, refusing('a', 'b'))).toEqual({
      ...refusal,
      rejected: [rejected('a'), rejected('b')],
    });
  });
});

const first = { route: 'preferred', mid: 'first', provider: 'bank' };
const again = { route: 'again', mid: 'first', provider: 'bank' };
const second = { route: 'second', mid: 'second', provider: 'bank' };
const exhausted = (mid: string): ExhaustedMid => ({
  scope: 'mid',
  mid,
  per: mid === 'first' ? 'day' : 'month',
  type: 'payment',
  currency: 'EUR',
  reached: 'count',
  ends: '2026-02-01T00:00:00.000Z',
});
const rejectedAt = (route: string, mid: string) => ({
  route,
  error: 'limitExceeded',
  description: describeReached(exhausted(mid)),
});

it('leaves out every route to a MID without room, the preferred one as well', () => {
  expect(rejectExhausted([first, second, again], [exhausted('first')])).toEqual({
    kind: 'routed',
    candidates: [second],
    rejected: [rejectedAt('preferred', 'first'), rejectedAt('again', 'first')],
  });
});

it('changes nothing while there is room', () => {
  const routed = { kind: 'routed', candidates: [first, second], rejected: [] };
  expect(rejectExhausted([first, second], [])).toEqual(routed);
  expect(rejectExhausted([first, second], [exhausted('other')])).toEqual(routed);
});

it('refuses with the reason of the preferred route when none is left', () => {
  expect(rejectExhausted([first, second], [exhausted('second'), exhausted('first')])).toEqual({
    kind: 'refused',
    error: 'limitExceeded',
    description: describeReached(exhausted('first')),
    rejected: [rejectedAt('preferred', 'first'), rejectedAt('second', 'second')],
  });
});

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
