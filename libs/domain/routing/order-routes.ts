import type { Configuration, Route } from '../configuration/configuration.js';
import type { Candidates, PlannedRoute } from '../transaction/plan.js';
import type { RoutedType } from '../transaction/status.js';

/** Seed of the weighted order: equal references give equal orders. Without a reference, weights are ignored. */
export type Draw = { readonly type: RoutedType; readonly reference?: string };

/**
 * The routes of a project as they are preferred: by priority, then by a draw with their weights, then as written. The
 * draw is weighted rendezvous hashing: each route is first as often as its weight has a share in those of its priority,
 * and a route that comes or goes moves only what it takes or leaves.
 */
export function orderRoutes(
  { routes, projects }: Pick<Configuration, 'routes' | 'projects'>,
  projectCode: string,
  { type, reference }: Draw,
): readonly Route[] {
  const merchant = projects[projectCode]?.merchant ?? projectCode;
  return routes
    .filter(({ project }) => project === projectCode)
    .map((route) => ({ route, score: scoreOf(route, reference && [merchant, type, reference]) }))
    .toSorted((one, other) => one.route.priority - other.route.priority || other.score - one.score)
    .map(({ route }) => route);
}

/** Of independent draws the largest is that of a route with the probability of its share in all weights. */
function scoreOf({ name, weight }: Route, drawn: readonly string[] | '' | undefined): number {
  if (weight === undefined || !drawn) return 0;
  return weight / -Math.log(stableFraction(JSON.stringify([...drawn, name])));
}

/**
 * A number between 0 and 1, both excluded, that depends on nothing but the text, the same in every process and version.
 * Spread evenly also over texts that differ in one character. Anybody can compute it: it decides shares, not secrets.
 */
export function stableFraction(text: string): number {
  let high = offset;
  let low = ~offset;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, fnvPrime);
    low = Math.imul(low ^ unit, otherPrime);
  }
  const upper = avalanche(high ^ (low >>> 16)) >>> 6;
  const lower = avalanche(low ^ Math.imul(high, otherPrime)) >>> 6;
  return (upper * 2 ** 26 + lower + 0.5) / 2 ** 52;
}

/** FNV-1a, 32 bits. */
const offset = 0x811c9dc5;
const fnvPrime = 0x01000193;
const otherPrime = 0x5bd1e995;

/** Every bit of the input changes about half of the bits that come out: the finalizer of MurmurHash3. */
function avalanche(bits: number): number {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * Which of the candidates for some kind of transaction may come first for one of them: those up to the first priority
 * that has a route without conditions.
 */
export function possibleFirsts(
  { routes }: Pick<Configuration, 'routes'>,
  projectCode: string,
  candidates: Candidates,
): readonly PlannedRoute[] {
  const known = candidates.flatMap((candidate) => {
    const route = routes.find(({ project, name }) => project === projectCode && name === candidate.route);
    return route ? [{ candidate, route }] : [];
  });
  const sure = known.find(({ route }) => route.conditions === undefined);
  return known
    .filter(({ route }) => sure === undefined || route.priority <= sure.route.priority)
    .map(({ candidate }) => candidate);
}
