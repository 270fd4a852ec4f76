import type { Configuration } from '../configuration.js';
import { describeRouting, type DescribedRoute } from './describe-routing.js';
import { moveOpenBehind, type OpenMids } from './move-open-behind.js';
import type { Refusal } from './refusal.js';
import { routeRequest, type RoutedRequest } from './route-request.js';

export type Explanation = {
  /** Absent: the request has a way. */
  readonly refusal?: Refusal;
  /** Every route of the project, in its order of preference. */
  readonly routes: readonly DescribedRoute[];
};

/** The same decision that a create call comes to (contract §7), with what was found about each route of the project. */
export function explainRoutes(
  configuration: Configuration,
  projectCode: string,
  request: RoutedRequest,
  openMids: OpenMids = new Set(),
): Explanation {
  const routing = routeRequest(configuration, projectCode, request);
  const describe = (decided: typeof routing) =>
    describeRouting(configuration, projectCode, request, decided, openMids);
  if (routing.kind === 'routed') {
    const candidates = moveOpenBehind(routing.candidates, openMids);
    return { routes: describe({ ...routing, candidates }) };
  }
  const { left: _left, ...refusal } = routing;
  return { refusal, routes: describe(routing) };
}
