import { describe, expect, it } from 'vitest';
import type { Candidates } from '../transaction/plan.js';
import { moveOpenBehind, probedMid } from './circuits.js';

const candidate = (mid: string) => ({ route: `to ${mid}`, mid, provider: 'bank' });
const candidates: Candidates = [candidate('a'), candidate('b'), candidate('c')];
const midsOf = (...open: readonly string[]) =>
  moveOpenBehind(candidates, new Set(open)).map(({ mid }) => mid);

describe('routes with an open circuit', () => {
  it.each([
    [[], 'abc'],
    [['a'], 'bca'],
    [['b'], 'acb'],
    [['a', 'b'], 'cab'],
    [['a', 'b', 'c'], 'abc'],
    [['x'], 'abc'],
  ] as const)('%o come after the others: %s', (open, order) => {
    expect(midsOf(...open).join('')).toBe(order);
  });
});

describe('the MID that one transaction tries', () => {
  const probed = (open: string, due: string) => {
    const asked: string[] = [];
    const mid = probedMid(candidates, new Set(open), (name) => {
      asked.push(name);
      return due.includes(name);
    });
    return { mid, asked: asked.join('') };
  };

  it.each([
    ['the first one, once its cool-down is over', 'a', 'a', 'a', 'a'],
    ['none while it is not', 'a', '', undefined, 'a'],
    ['the next one with an open circuit when the first is not due', 'ab', 'b', 'b', 'ab'],
    ['one alone', 'ab', 'ab', 'a', 'a'],
    ['none behind a route that works: it would not be tried first', 'b', 'b', undefined, ''],
    ['none where nothing works: the first is tried anyway', 'abc', 'abc', undefined, ''],
    ['none where all works', '', 'abc', undefined, ''],
  ])('is %s', (_name, open, due, mid, asked) => {
    expect(probed(open, due)).toEqual({ mid, asked });
  });
});
