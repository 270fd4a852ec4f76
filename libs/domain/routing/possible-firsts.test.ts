import { describe, expect, it } from 'vitest';
import type { Route } from '../configuration.js';
import type { Candidates } from './choose-route.js';
import { possibleFirsts } from './possible-firsts.js';

const route = (name: string, priority: number, isConditional = false): Route => ({
  name,
  project: 'shop',
  types: ['payment'],
  methods: 'all',
  mid: name,
  priority,
  bankCodeChallenges: [],
  ...(isConditional && { conditions: { countries: ['ES'] } }),
});

function firsts(...routes: readonly [Route, ...Route[]]): string[] {
  const [first, ...further] = routes.map(({ name, mid }) => ({ route: name, mid, provider: 'bank' }));
  const candidates: Candidates = [first ?? { route: '', mid: '', provider: '' }, ...further];
  return possibleFirsts({ routes }, 'shop', candidates).map(({ mid }) => mid);
}

describe('possibleFirsts', () => {
  it('is the first route alone where it takes everything', () => {
    expect(firsts(route('a', 1), route('b', 2))).toEqual(['a']);
  });

  it('is every route of the first priority', () => {
    expect(firsts(route('a', 1), route('b', 1), route('c', 2))).toEqual(['a', 'b']);
  });

  it('goes on behind a route that has conditions, up to one that has none', () => {
    expect(firsts(route('a', 1, true), route('b', 2), route('c', 3))).toEqual(['a', 'b']);
    expect(firsts(route('a', 1, true), route('b', 2, true))).toEqual(['a', 'b']);
  });
});
