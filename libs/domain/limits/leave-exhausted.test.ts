import { expect, it } from 'vitest';
import { describeReached } from './describe-reached.js';
import { leaveExhausted, type ExhaustedMid } from './leave-exhausted.js';

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
const left = (route: string, mid: string) => ({
  route,
  error: 'limitExceeded',
  description: describeReached(exhausted(mid)),
});

it('leaves out every route to a MID without room, the preferred one as well', () => {
  expect(leaveExhausted([first, second, again], [exhausted('first')])).toEqual({
    kind: 'routed',
    candidates: [second],
    left: [left('preferred', 'first'), left('again', 'first')],
  });
});

it('changes nothing while there is room', () => {
  const routed = { kind: 'routed', candidates: [first, second], left: [] };
  expect(leaveExhausted([first, second], [])).toEqual(routed);
  expect(leaveExhausted([first, second], [exhausted('other')])).toEqual(routed);
});

it('refuses with the reason of the preferred route when none is left', () => {
  expect(leaveExhausted([first, second], [exhausted('second'), exhausted('first')])).toEqual({
    kind: 'refused',
    error: 'limitExceeded',
    description: describeReached(exhausted('first')),
    left: [left('preferred', 'first'), left('second', 'second')],
  });
});
