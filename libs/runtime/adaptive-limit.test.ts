import { describe, expect, it } from 'vitest';
import {
  adaptLimit,
  isWithin,
  looksPerSecond,
  unlimited,
  type AdaptiveLimit,
  type Load,
} from './adaptive-limit.js';

const calm: Load = { waitMs: 50, loopDelayMs: 2, underWay: 5, peak: 9 };
const stalled: Load = { ...calm, waitMs: 4_000, underWay: 200, peak: 200 };
const limitOf = (max: number): AdaptiveLimit => ({ ...unlimited, max, cause: 'backlog' });
const after = (loads: readonly Load[], begin = unlimited) => loads.reduce(adaptLimit, begin);
const times = (count: number, load: Load) => Array.from({ length: count }, () => load);
const forSeconds = (seconds: number, load: Load) => times(seconds * looksPerSecond, load);

describe('whether a limit comes into force', () => {
  const busy = { ...calm, underWay: 200 };
  it.each<[string, readonly Load[], Pick<AdaptiveLimit, 'max' | 'cause'>?]>([
    ['nothing waits', forSeconds(60, { ...busy, peak: 900 })],
    ['just 500 ms and 100 ms', forSeconds(9, { ...busy, waitMs: 500, loopDelayMs: 100 })],
    ['a queue', [stalled], { max: 200, cause: 'backlog' }],
    [
      'a queue, with no more under way than a burst',
      [{ ...stalled, underWay: 99 }],
      { max: 100, cause: 'backlog' },
    ],
    [
      'bursts',
      [...times(3, stalled), calm, ...times(3, stalled), calm, ...times(3, stalled)],
      { max: 200, cause: 'backlog' },
    ],
    ['a standing queue', forSeconds(1, stalled), { max: 140, cause: 'backlog' }],
    [
      'a standing queue, with little under way',
      forSeconds(9, { ...stalled, underWay: 3 }),
      { max: 32, cause: 'backlog' },
    ],
    ['an event loop that a burst makes late', times(3, { ...busy, loopDelayMs: 900 })],
    ['a late event loop', forSeconds(1, { ...busy, loopDelayMs: 101 }), { max: 140, cause: 'event_loop' }],
    [
      'a queue and a late loop',
      [stalled, ...times(3, { ...busy, loopDelayMs: 300 })],
      { max: 140, cause: 'event_loop' },
    ],
  ])('%s', (_what, loads, expected) => {
    const { max, cause } = after(loads);
    expect(max === undefined ? undefined : { max, cause }).toEqual(expected);
  });
});

describe('what becomes of a limit', () => {
  const full = (underWay: number): Load => ({ ...stalled, underWay, peak: underWay });
  const used = (peak: number): Load => ({ ...calm, underWay: peak, peak });
  it.each<[string, number, readonly Load[], number | undefined]>([
    ['is not lowered within a second', 100, times(3, full(100)), 100],
    ['is lowered after a second', 100, forSeconds(1, full(100)), 70],
    ['is lowered every second', 200, forSeconds(2, full(80)), 98],
    ['is lowered although others have as much within their shares', 100, forSeconds(2, full(180)), 49],
    ['is never less than 32', 90, forSeconds(40, full(30)), 32],
    ['is raised while it is reached', 100, [used(100)], 105],
    ['is raised by a whole number', 32, [used(32)], 34],
    ['stays while it is not reached', 100, times(39, used(99)), 100],
    [
      'stays if it is reached now and then',
      100,
      [...times(39, used(9)), used(100), ...times(39, used(9))],
      105,
    ],
    ['is lifted when it has not been reached for ten seconds', 100, forSeconds(10, used(99)), undefined],
  ])('%s', (_what, max, loads, expected) => {
    expect(after(loads, limitOf(max)).max).toBe(expected);
  });

  it('starts from nothing once it was lifted', () => {
    expect(after([...forSeconds(2, stalled), ...forSeconds(10, calm)])).toEqual(unlimited);
  });

  it('stays while a queue comes and goes, even if it is not reached', () => {
    const turn = [{ ...calm, waitMs: 3_000 }, ...times(39, calm)];
    expect(after([...turn, ...turn, ...turn], limitOf(100)).max).toBe(100);
  });
});

describe('whose work may begin', () => {
  const crowd = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, 1]));
  it.each<[string, number, Readonly<Record<string, number>>, string, boolean]>([
    ['the first', 16, {}, 'a', true],
    ['one alone up to the limit', 16, { a: 15 }, 'a', true],
    ['one alone at the limit', 16, { a: 16 }, 'a', false],
    ['a newcomer, when another one has everything', 16, { a: 16 }, 'b', true],
    ['a newcomer, when another one has far more', 16, { a: 500 }, 'b', true],
    ['one within its share, when another one has more', 16, { a: 16, b: 7 }, 'b', true],
    ['one at its share, when all is taken', 16, { a: 16, b: 8 }, 'b', false],
    ['one at its share, when the rest is free', 16, { a: 2, b: 8 }, 'b', true],
    ['the greedy one, when all is taken', 16, { a: 13, b: 3 }, 'a', false],
    ['the greedy one, in room that the others leave', 16, { a: 12, b: 3 }, 'a', true],
    ['a share that is no whole number', 16, { a: 16, b: 5, c: 5 }, 'b', true],
    ['the last of as many tenants as there is room for', 16, { ...crowd(14), a: 16 }, 'b', true],
    ['one tenant too many', 16, { ...crowd(15), a: 16 }, 'b', false],
    ['one of a crowd', 16, crowd(500), 'b', false],
  ])('%s', (_what, max, underWay, tenant, expected) => {
    expect(isWithin(max, new Map(Object.entries(underWay)), tenant)).toBe(expected);
  });

  it('is never more than twice the limit in all, and always lets every one of few tenants work', () => {
    const max = 20;
    const underWay = new Map<string, number>();
    const tenants = ['flood', 'b', 'c', 'd'];
    for (let turn = 0; turn < 500; turn += 1)
      for (const tenant of turn < 100 ? ['flood'] : tenants)
        if (isWithin(max, underWay, tenant)) underWay.set(tenant, (underWay.get(tenant) ?? 0) + 1);
    expect(Object.fromEntries(underWay)).toEqual({ flood: 20, b: 5, c: 5, d: 5 });
  });
});
