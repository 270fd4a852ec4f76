import type { Configuration, Route } from '../configuration.js';
import type { TransactionType } from '../transaction/status.js';
import { stableFraction } from './stable-fraction.js';

/** Who draws: the same reference of a merchant draws the same again. Without one, weights do not count. */
export type Draw = { readonly type: TransactionType; readonly reference?: string };

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
