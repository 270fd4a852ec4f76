import type { Configuration, Route } from '../configuration/configuration.js';
import type { Candidates } from '../transaction/plan.js';
import { refuseUnfit, type RejectedRoute } from './choose-route.js';
import { moveOpenBehind, type OpenMids } from './circuits.js';
import { orderRoutes } from './order-routes.js';
import type { Refusal } from './refusal.js';
import { routeRequest, type RoutedRequest, type Routing } from './route-request.js';

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
  const { rejected: _rejected, ...refusal } = routing;
  return { refusal, routes: describe(routing) };
}

/** What became of one route of the project. `provider` is undefined where the MID names none that is there. */
export type DescribedRoute = {
  readonly route: string;
  readonly mid: string;
  readonly provider: string | undefined;
} & Explained;

type Explained =
  | { readonly kind: 'taken'; readonly position: number; readonly reason: string }
  | ({ readonly kind: 'rejected' } & Omit<RejectedRoute, 'route'>);

/** Every route of the project, in its order of preference, with what the decision found about it. */
export function describeRouting(
  configuration: Configuration,
  projectCode: string,
  request: RoutedRequest,
  routing: Routing,
  openMids: OpenMids,
): readonly DescribedRoute[] {
  return orderRoutes(configuration, projectCode, request).map((route) => ({
    route: route.name,
    mid: route.mid,
    provider: configuration.mids[route.mid]?.provider,
    ...explain(route, request, routing, openMids),
  }));
}

function explain(route: Route, request: RoutedRequest, routing: Routing, openMids: OpenMids): Explained {
  const unfit = refuseUnfit(route, request);
  if (unfit) return reject(unfit);
  const rejected = routing.rejected.find(({ route: name }) => name === route.name);
  if (rejected) return reject(rejected);
  // Project, or the preferred route, has refused before this route was looked at.
  if (routing.kind === 'refused') return reject(routing);
  return take(route, routing.candidates, openMids);
}

function reject({ error, description }: Omit<Refusal, 'kind'>): Explained {
  return { kind: 'rejected', error, ...(description !== undefined && { description }) };
}

function take({ name, mid, weight }: Route, candidates: Candidates, openMids: OpenMids): Explained {
  const index = candidates.findIndex(({ route }) => route === name);
  const isMoved = openMids.has(mid) && candidates.some((candidate) => !openMids.has(candidate.mid));
  const place = index === 0 ? 'Tried first' : 'Tried if the routes before it did not accept the transaction';
  const reason = isMoved
    ? 'Tried after all others: its circuit is open, because its last calls did not reach the provider'
    : weight === undefined
      ? place
      : `${place}; routes of the same priority are ordered at random, by weight`;
  return { kind: 'taken', position: index + 1, reason };
}
