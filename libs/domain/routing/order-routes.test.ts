import { describe, expect, it } from 'vitest';
import type { Configuration, Route } from '../configuration/configuration.js';
import type { Candidates } from '../transaction/plan.js';
import { orderRoutes, possibleFirsts, stableFraction } from './order-routes.js';

type Written = Partial<Route> & { readonly name: string };

const drawn = 20_000;

function routesOf(...written: readonly Written[]): Pick<Configuration, 'routes' | 'projects'> {
  const routes = written.map((route, index) => ({
    project: 'shop',
    types: ['payment'] as const,
    methods: 'all' as const,
    mid: route.name,
    priority: index + 1,
    bankCodeChallenges: [],
    ...route,
  }));
  return { routes, projects: {} };
}

const order = (configuration: ReturnType<typeof routesOf>, reference?: string): string[] =>
  orderRoutes(configuration, 'shop', { type: 'payment', ...(reference !== undefined && { reference }) }).map(
    ({ name }) => name,
  );

const references = Array.from({ length: drawn }, (_, index) => `order-${index}`);

/** How often each route comes at the place. */
function shares(configuration: ReturnType<typeof routesOf>, place: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reference of references) {
    const name = order(configuration, reference)[place] ?? '';
    counts[name] = (counts[name] ?? 0) + 1 / drawn;
  }
  return counts;
}

describe('routes without weights', () => {
  it('come by priority, and as written where it is the same', () => {
    const configuration = routesOf(
      { name: 'c', priority: 2 },
      { name: 'a', priority: 1 },
      { name: 'd', priority: 2 },
      { name: 'b', priority: 1 },
    );
    expect(order(configuration, 'order-1')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of other projects are not among them', () => {
    const configuration = routesOf({ name: 'a' }, { name: 'b', project: 'other' });
    expect(order(configuration, 'order-1')).toEqual(['a']);
  });
});

describe('routes with weights', () => {
  const weighted = routesOf(
    { name: 'half', priority: 1, weight: 50 },
    { name: 'third', priority: 1, weight: 30 },
    { name: 'fifth', priority: 1, weight: 20 },
    { name: 'last', priority: 2 },
  );

  it('are first as often as their weights say', () => {
    const { half = 0, third = 0, fifth = 0, ...others } = shares(weighted, 0);
    expect(half).toBeCloseTo(0.5, 1.7);
    expect(third).toBeCloseTo(0.3, 1.7);
    expect(fifth).toBeCloseTo(0.2, 1.7);
    expect(others).toEqual({});
  });

  it('follow as their weights say, too: the first of the rest', () => {
    // P(third second) = P(half, third) + P(fifth, third)
    const expected = (0.5 * 0.3) / 0.5 + (0.2 * 0.3) / 0.8;
    expect(shares(weighted, 1)['third']).toBeCloseTo(expected, 1.7);
  });

  it('never come before a lower priority, nor after a higher one', () => {
    expect(shares(weighted, 3)).toEqual({ last: expect.closeTo(1, 5) });
  });

  it('come in the same order whenever a reference is asked for, in another one for a payout', () => {
    for (const reference of references.slice(0, 50)) {
      expect(order(weighted, reference)).toEqual(order(weighted, reference));
    }
    const other = references.filter(
      (reference) =>
        orderRoutes(weighted, 'shop', { type: 'payout', reference })[0]?.name !==
        order(weighted, reference)[0],
    );
    expect(other.length / drawn).toBeCloseTo(1 - (0.5 ** 2 + 0.3 ** 2 + 0.2 ** 2), 1.5);
  });

  it('a route that goes moves only the transactions that were its own', () => {
    const without = { ...weighted, routes: weighted.routes.filter(({ name }) => name !== 'third') };
    for (const reference of references.slice(0, 1_000)) {
      const rest = order(weighted, reference).filter((name) => name !== 'third');
      expect(order(without, reference)).toEqual(rest);
    }
  });

  it('are as written without a reference', () => {
    expect(order(weighted)).toEqual(['half', 'third', 'fifth', 'last']);
  });
});

const samples = 20_000;
const buckets = 16;

/** Texts as references look like, each family differing in a few characters. */
const families: Readonly<Record<string, (index: number) => string>> = {
  numbers: (index) => String(index),
  'numbered orders': (index) => `order-2026-${String(index).padStart(8, '0')}`,
  'a number before the rest': (index) => `${index}-of-the-same-shop`,
  'one code point': (index) => String.fromCodePoint(0x4e00 + index),
};

describe('a stable fraction', () => {
  it.each(Object.entries(families))('is spread evenly over %s', (_name, textOf) => {
    const fractions = Array.from({ length: samples }, (_, index) => stableFraction(textOf(index)));
    expect(fractions.every((fraction) => fraction > 0 && fraction < 1)).toBe(true);
    const counts = Array.from({ length: buckets }, () => 0);
    for (const fraction of fractions) {
      const bucket = Math.floor(fraction * buckets);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const expected = samples / buckets;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 15 degrees of freedom: a fair one exceeds 37.7 once in a thousand times.
    expect(chiSquare).toBeLessThan(37.7);
  });

  it('of one text says nothing about that of a text beside it', () => {
    const pairs = Array.from({ length: samples }, (_, index) => [
      stableFraction(`order-${index}a`) - 0.5,
      stableFraction(`order-${index}b`) - 0.5,
    ]);
    const correlation = pairs.reduce((sum, [one = 0, other = 0]) => sum + one * other, 0) * (12 / samples);
    expect(Math.abs(correlation)).toBeLessThan(0.03);
  });

  it('does not change from version to version: transactions that are asked for again go the same way', () => {
    expect(['', 'a', 'order-1', 'ордер'].map(stableFraction)).toEqual(golden);
  });
});

const golden = [0.6599747174334315, 0.9378681986939151, 0.20050746880242454, 0.6359401068275553];

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
