import type {
  AmountLimits,
  BankCodeChallenge,
  Configuration,
  CurrencyList,
  Mid,
  Provider,
  Route,
  RouteConditions,
  TakenCurrencies,
} from '../configuration/configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import { compareAmounts } from '../values/money.js';
import type { Candidates, PlannedRoute } from '../transaction/plan.js';
import type { RoutedType } from '../transaction/status.js';
import { orderRoutes } from './order-routes.js';
import type { Refusal } from './refusal.js';

/**
 * The properties of a request that decide on its route. An absent property below the currency matches every route that takes
 * some such transactions. `null`: the request is known to lack it.
 */
export type RouteRequest = {
  readonly type: RoutedType;
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
  /** `extra.meta` as text, numbers as they were written. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Decides between routes that share a priority by their weights. */
  readonly reference?: string;
};

/** `rejected`: every other route, with the reason. */
export type RouteChoice =
  | {
      readonly kind: 'chosen';
      readonly candidates: Candidates;
      readonly rejected: readonly RejectedRoute[];
    }
  | (Refusal & { readonly rejected: readonly RejectedRoute[] });
export type RejectedRoute = {
  readonly route: string;
  readonly error: ErrorKey;
  readonly description?: string;
};

/**
 * Enablement and route (contract §3, §12). When every route is rejected, the one that came furthest gives the reason.
 * A MID without credentials is not refused here: that ends the registered transaction with `Mid configuration error`.
 */
export function chooseRoute(
  configuration: Configuration,
  projectCode: string,
  request: RouteRequest,
): RouteChoice {
  const project = configuration.projects[projectCode];
  const disabled = refuseDisabledProject(configuration, projectCode, request.type);
  if (disabled) return { ...disabled, rejected: [] };
  if (project === undefined) return { ...inconsistent(request), rejected: [] };
  if (!takes(project.methods, request.method)) return { ...methodNotEnabled('project'), rejected: [] };
  const evaluated = routesFor(configuration, projectCode, request).map((route) =>
    evaluate(configuration, route, request),
  );
  const rejected = evaluated.filter((evaluation) => evaluation.kind === 'rejected');
  const rejectedRoutes = rejected.map(({ route, refusal: { error, description } }) => ({
    route,
    error,
    ...(description !== undefined && { description }),
  }));
  const [first, ...further] = evaluated.filter((evaluation) => evaluation.kind === 'candidate');
  if (first) {
    return {
      kind: 'chosen',
      candidates: [first.planned, ...further.map(({ planned }) => planned)],
      rejected: rejectedRoutes,
    };
  }
  const furthest = rejected.toSorted((one, other) => other.stage - one.stage)[0];
  return { ...(furthest?.refusal ?? noRoute(request)), rejected: rejectedRoutes };
}

type Evaluation =
  | { readonly kind: 'candidate'; readonly planned: PlannedRoute }
  | { readonly kind: 'rejected'; readonly route: string; readonly stage: number; readonly refusal: Refusal };

function routesFor(configuration: Configuration, project: string, request: RouteRequest): readonly Route[] {
  return orderRoutes(configuration, project, request).filter((route) => !refuseUnfit(route, request));
}

function evaluate({ mids, providers }: Configuration, route: Route, request: RouteRequest): Evaluation {
  const mid = mids[route.mid];
  const provider = mid && providers[mid.provider];
  if (!provider) return { kind: 'rejected', route: route.name, stage: -1, refusal: inconsistent(request) };
  const refusals = stages.map((stage) => stage({ route, mid, provider }, request));
  const stage = refusals.findIndex((refusal) => refusal !== undefined);
  const refusal = refusals[stage];
  if (refusal) return { kind: 'rejected', route: route.name, stage, refusal };
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
  ({ provider, mid }, { method, currency }) => {
    if (!takes(currenciesFor(provider.currencies, method), currency)) return currencyNotTaken('provider');
    return takes(currenciesFor(mid.currencies, method), currency) ? undefined : currencyNotTaken('MID');
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
  return refuse('currencyNotTaken', `The ${where} does not accept the currency`);
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

function currenciesFor(taken: TakenCurrencies | undefined, method: string): CurrencyList | undefined {
  if (taken === undefined || isList(taken)) return taken;
  return Object.hasOwn(taken, method) ? taken[method] : taken.all;
}

function isList(taken: TakenCurrencies): taken is CurrencyList {
  // Stryker disable next-line ConditionalExpression,StringLiteral: read as a table, the text `all` takes every currency as well
  return taken === 'all' || Array.isArray(taken);
}

function takes(names: 'all' | readonly string[] | undefined, name: string): boolean {
  return names === undefined || names === 'all' || names.includes(name);
}

/** Checked before URLs, callback target and blocklist (contract §3). An unknown project is not disabled. */
export function refuseDisabledProject(
  { projects }: Configuration,
  projectCode: string,
  type: RoutedType,
): Refusal | undefined {
  if (projects[projectCode]?.enabled !== false) return undefined;
  return {
    kind: 'refused',
    error: type === 'payment' ? 'paymentProjectDisabled' : 'payoutProjectDisabled',
  };
}

/**
 * Why the route's conditions exclude this request; undefined if they match. A field that is undefined matches any
 * condition; `null` (known to be missing) matches none.
 */
export function refuseUnfit(route: Route, request: RouteRequest): Refusal | undefined {
  const description = unfitness(route, request);
  if (description === undefined) return undefined;
  const error = request.type === 'payment' ? 'paymentRouteMissing' : 'payoutRouteMissing';
  return { kind: 'refused', error, description };
}

function unfitness({ types, methods, conditions = {} }: Route, request: RouteRequest): string | undefined {
  const { type, method, currency, amount } = request;
  if (!types.includes(type)) return `The route does not accept ${type}s`;
  if (methods !== 'all' && !methods.includes(method)) return 'The route does not accept the method';
  if (conditions.currencies && !conditions.currencies.includes(currency))
    return 'The route does not accept the currency';
  return (
    otherCountry(conditions, request) ??
    (amount === undefined || isWithin(limitsOf(conditions, currency), amount)
      ? undefined
      : 'amount: must be within the limits of the route') ??
    otherCard(conditions, request) ??
    otherMeta(conditions, request)
  );
}

function otherCountry({ countries }: RouteConditions, { country }: RouteRequest): string | undefined {
  if (countries === undefined || country === undefined) return undefined;
  if (country === null)
    return `customer.country: is required by the route, and must be one of ${countries.join(', ')}`;
  return countries.includes(country) ? undefined : `customer.country: must be one of ${countries.join(', ')}`;
}

function limitsOf({ amount = {} }: RouteConditions, currency: string): AmountLimits | undefined {
  return amount[currency] ?? amount['all'];
}

function otherCard({ bins }: RouteConditions, { cardNumber }: RouteRequest): string | undefined {
  if (bins === undefined || cardNumber === undefined) return undefined;
  if (cardNumber === null) return 'The route accepts only certain cards, and the card is not known yet';
  return bins.some((bin) => cardNumber.startsWith(bin)) ? undefined : 'The route does not accept the card';
}

function otherMeta({ meta = {} }: RouteConditions, { meta: sent }: RouteRequest): string | undefined {
  if (sent === undefined) return undefined;
  const problems = Object.entries(meta).flatMap(([name, values]) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (values.some((one) => one === value)) return [];
    const required = value === undefined ? 'is required by the route, and ' : '';
    return [`extra.meta.${name}: ${required}must be one of ${values.join(', ')}`];
  });
  return problems.length === 0 ? undefined : problems.join('; ');
}

/** Limits are inclusive. `amount` is a decimal string in major units. */
export function isWithin(limits: AmountLimits | undefined, amount: string): boolean {
  if (limits?.min !== undefined && compareAmounts(amount, limits.min) < 0) return false;
  return limits?.max === undefined || compareAmounts(amount, limits.max) <= 0;
}

/**
 * Where the banks of a route come from. A route without exactly one setting offers no challenge (contract §12), but its
 * provider has banks all the same, and they can be listed.
 */
export function bankSource(
  { routes }: Pick<Configuration, 'routes'>,
  project: string,
  { route }: Pick<PlannedRoute, 'route'>,
): BankCodeChallenge {
  const planned = routes.find((candidate) => candidate.project === project && candidate.name === route);
  const [setting, ...further] = planned?.bankCodeChallenges ?? [];
  return setting === undefined || further.length > 0 ? 'provider_banks' : setting;
}
