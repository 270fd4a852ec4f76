import type { Configuration, Route } from '../configuration.js';
import type { Candidates, LeftRoute } from './choose-route.js';
import type { OpenMids } from './move-open-behind.js';
import { orderRoutes } from './order-routes.js';
import type { Refusal } from './refusal.js';
import { refuseUnfit } from './refuse-unfit.js';
import type { RoutedRequest, Routing } from './route-request.js';

/** What became of one route of the project. `provider` is undefined where the MID names none that is there. */
export type DescribedRoute = {
  readonly route: string;
  readonly mid: string;
  readonly provider: string | undefined;
} & Verdict;

type Verdict =
  | { readonly kind: 'taken'; readonly position: number; readonly reason: string }
  | ({ readonly kind: 'left' } & Omit<LeftRoute, 'route'>);

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
    ...verdictOn(route, request, routing, openMids),
  }));
}

function verdictOn(route: Route, request: RoutedRequest, routing: Routing, openMids: OpenMids): Verdict {
  const unfit = refuseUnfit(route, request);
  if (unfit) return leave(unfit);
  const left = routing.left.find(({ route: name }) => name === route.name);
  if (left) return leave(left);
  // Project, or the preferred route, has refused before this route was looked at.
  if (routing.kind === 'refused') return leave(routing);
  return take(route, routing.candidates, openMids);
}

function leave({ error, description }: Omit<Refusal, 'kind'>): Verdict {
  return { kind: 'left', error, ...(description !== undefined && { description }) };
}

function take({ name, mid, weight }: Route, candidates: Candidates, openMids: OpenMids): Verdict {
  const index = candidates.findIndex(({ route }) => route === name);
  const isMoved = openMids.has(mid) && candidates.some((candidate) => !openMids.has(candidate.mid));
  const place = index === 0 ? 'Tried first' : 'Tried when the routes before it did not take the transaction';
  const reason = isMoved
    ? 'Tried after all others: its last calls in a row never reached the provider'
    : weight === undefined
      ? place
      : `${place}; the order within its priority is drawn by weight`;
  return { kind: 'taken', position: index + 1, reason };
}
