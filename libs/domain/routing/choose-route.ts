import type { Configuration, Mid, Provider, Route } from '../configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { PlannedRoute } from '../transaction/plan.js';
import type { TransactionType } from '../transaction/status.js';
import { orderRoutes } from './order-routes.js';
import type { Refusal } from './refusal.js';
import { refuseDisabledProject } from './refuse-disabled-project.js';
import { refuseUnfit } from './refuse-unfit.js';

/**
 * What the choice depends on. What is absent below the currency is not asked for: then a route that takes some such
 * transactions counts. `null`: the request is known not to have it.
 */
export type RouteRequest = {
  readonly type: TransactionType;
  /** Canonical method code. */
  readonly method: string;
  readonly currency: string;
  /** The answer will offer banks to choose from: a payout of such a method that came without a bank code. */
  readonly offersBanks?: boolean;
  /** Decimal string in major units. */
  readonly amount?: string;
  /** `customer.country`. */
  readonly country?: string | null;
  /** Digits; a card that is still to be entered on a page is not known. */
  readonly cardNumber?: string | null;
  /** Decides between routes that share a priority by their weights. */
  readonly reference?: string;
};

/** Where a transaction may go, preferred first, never empty. */
export type Candidates = readonly [PlannedRoute, ...PlannedRoute[]];

/** `left`: why each of the other routes is not it. */
export type RouteChoice =
  | {
      readonly kind: 'chosen';
      readonly candidates: Candidates;
      readonly left: readonly LeftRoute[];
    }
  | (Refusal & { readonly left: readonly LeftRoute[] });
export type LeftRoute = { readonly route: string; readonly error: ErrorKey; readonly description?: string };

/**
 * Enablement and route (contract §3, §12). When no route is left, the one that came furthest gives the reason. A MID
 * without credentials is not refused here: that ends the registered transaction with `Mid configuration error`.
 */
export function chooseRoute(
  configuration: Configuration,
  projectCode: string,
  request: RouteRequest,
): RouteChoice {
  const project = configuration.projects[projectCode];
  const disabled = refuseDisabledProject(configuration, projectCode, request.type);
  if (disabled) return { ...disabled, left: [] };
  if (project === undefined) return { ...inconsistent(request), left: [] };
  if (!takes(project.methods, request.method)) return { ...methodNotEnabled('project'), left: [] };
  const judged = routesFor(configuration, projectCode, request).map((route) =>
    judge(configuration, route, request),
  );
  const left = judged.filter((judgement) => judgement.kind === 'left');
  const leftRoutes = left.map(({ route, refusal: { error, description } }) => ({
    route,
    error,
    ...(description !== undefined && { description }),
  }));
  const [first, ...further] = judged.filter((judgement) => judgement.kind === 'candidate');
  if (first) {
    return {
      kind: 'chosen',
      candidates: [first.planned, ...further.map(({ planned }) => planned)],
      left: leftRoutes,
    };
  }
  const furthest = left.toSorted((one, other) => other.stage - one.stage)[0];
  return { ...(furthest?.refusal ?? noRoute(request)), left: leftRoutes };
}

type Judgement =
  | { readonly kind: 'candidate'; readonly planned: PlannedRoute }
  | { readonly kind: 'left'; readonly route: string; readonly stage: number; readonly refusal: Refusal };

function routesFor(configuration: Configuration, project: string, request: RouteRequest): readonly Route[] {
  return orderRoutes(configuration, project, request).filter((route) => !refuseUnfit(route, request));
}

function judge({ mids, providers }: Configuration, route: Route, request: RouteRequest): Judgement {
  const mid = mids[route.mid];
  const provider = mid && providers[mid.provider];
  if (!provider) return { kind: 'left', route: route.name, stage: -1, refusal: inconsistent(request) };
  const refusals = stages.map((stage) => stage({ route, mid, provider }, request));
  const stage = refusals.findIndex((refusal) => refusal !== undefined);
  const refusal = refusals[stage];
  if (refusal) return { kind: 'left', route: route.name, stage, refusal };
  return { kind: 'candidate', planned: { route: route.name, mid: route.mid, provider: mid.provider } };
}

type Way = { readonly route: Route; readonly mid: Mid; readonly provider: Provider };

/** In the order of contract §3: 1054, 1050, 1051, 121, 32. */
const stages: readonly ((way: Way, request: RouteRequest) => Refusal | undefined)[] = [
  ({ provider, mid }, { method }) => {
    if (!takes(provider.methods, method)) return methodNotEnabled('provider');
    return takes(mid.methods, method) ? undefined : methodNotEnabled('MID');
  },
  ({ provider }, { type }) => (provider.types.includes(type) ? undefined : refuse('typeNotSupported')),
  ({ provider, mid }, { currency }) => {
    if (!takes(provider.currencies, currency)) return currencyNotTaken('provider');
    return takes(mid.currencies, currency) ? undefined : currencyNotTaken('MID');
  },
  ({ provider }) => (provider.enabled ? undefined : refuse('providerDisabled')),
  (way, { offersBanks = false }) => (offersBanks ? refuseChallenge(way) : undefined),
  ({ mid }, { type }) =>
    mid.enabled ? undefined : refuse(type === 'payment' ? 'paymentMidDisabled' : 'payoutMidDisabled'),
];

function refuseChallenge({ route, provider }: Way): Refusal | undefined {
  if (route.bankCodeChallenges.length === 0) return refuse('challengeSettingMissing');
  if (route.bankCodeChallenges.length > 1) return refuse('challengeSettingTwice');
  if (!provider.challenges.includes('bank_code')) return refuse('challengeNotSupported');
  return undefined;
}

function methodNotEnabled(where: 'project' | 'provider' | 'MID'): Refusal {
  return refuse('methodNotEnabled', `The method is not enabled for the ${where}`);
}

function currencyNotTaken(where: 'provider' | 'MID'): Refusal {
  return refuse('currencyNotTaken', `The ${where} does not take the currency`);
}

function noRoute({ type }: RouteRequest): Refusal {
  return refuse(type === 'payment' ? 'paymentRouteMissing' : 'payoutRouteMissing');
}

function inconsistent({ type }: RouteRequest): Refusal {
  return refuse(type === 'payment' ? 'paymentRoutingInconsistent' : 'payoutRoutingInconsistent');
}

function refuse(error: ErrorKey, description?: string): Refusal {
  return { kind: 'refused', error, ...(description !== undefined && { description }) };
}

function takes(names: 'all' | readonly string[] | undefined, name: string): boolean {
  return names === undefined || names === 'all' || names.includes(name);
}
