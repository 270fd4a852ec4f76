import type { Configuration } from '../configuration.js';
import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates } from './choose-route.js';

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
