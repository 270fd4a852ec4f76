import type { Configuration, Route } from '../configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { LeftRoute } from './choose-route.js';
import type { Refusal } from './refusal.js';
import { routeRequest, type RoutedRequest, type Routing } from './route-request.js';

/** What became of one route of the project. `provider` is undefined where the MID names none that is there. */
export type ExplainedRoute = {
  readonly route: string;
  readonly mid: string;
  readonly provider: string | undefined;
} & (
  | { readonly kind: 'taken'; readonly position: number; readonly reason: string }
  | { readonly kind: 'left'; readonly error: ErrorKey; readonly description?: string }
);

export type Explanation = {
  /** Absent: the request has a way. */
  readonly refusal?: Refusal;
  /** Every route of the project, in its order of preference. */
  readonly routes: readonly ExplainedRoute[];
};

/** The same decision that a create call comes to (contract §7), with what was found about each route of the project. */
export function explainRoutes(
  configuration: Configuration,
  projectCode: string,
  request: RoutedRequest,
): Explanation {
  const routing = routeRequest(configuration, projectCode, request);
  const routes = configuration.routes
    .filter(({ project }) => project === projectCode)
    .toSorted((one, other) => one.priority - other.priority)
    .map((route) => ({
      route: route.name,
      mid: route.mid,
      provider: configuration.mids[route.mid]?.provider,
      ...verdictOn(route, routing, request),
    }));
  if (routing.kind === 'routed') return { routes };
  const { left: _left, ...refusal } = routing;
  return { refusal, routes };
}

type Verdict =
  | { readonly kind: 'taken'; readonly position: number; readonly reason: string }
  | ({ readonly kind: 'left' } & Omit<LeftRoute, 'route'>);

function verdictOn(route: Route, routing: Routing, request: RoutedRequest): Verdict {
  const unfit = refuseUnfit(route, request);
  if (unfit) return unfit;
  const left = routing.left.find(({ route: name }) => name === route.name);
  if (left) {
    const { route: _route, ...why } = left;
    return { kind: 'left', ...why };
  }
  if (routing.kind === 'refused') return refusedForAll(routing);
  const index = routing.candidates.findIndex(({ route: name }) => name === route.name);
  const reason = index === 0 ? 'Tried first' : 'Tried when the routes before it did not take the transaction';
  return { kind: 'taken', position: index + 1, reason };
}

/** A route that is not even asked: it is for other transactions. */
function refuseUnfit({ types, methods }: Route, { type, method }: RoutedRequest): Verdict | undefined {
  const error = type === 'payment' ? 'paymentRouteMissing' : 'payoutRouteMissing';
  if (!types.includes(type)) return { kind: 'left', error, description: `The route takes no ${type}s` };
  if (methods === 'all' || methods.includes(method)) return undefined;
  return { kind: 'left', error, description: 'The route does not take the method' };
}

/** Project, or the preferred route, has refused before this route was looked at. */
function refusedForAll({ error, description }: Refusal): Verdict {
  return { kind: 'left', error, ...(description !== undefined && { description }) };
}
