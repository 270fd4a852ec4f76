import type { Configuration, Project } from '#domain/configuration/configuration';
import { currencyCodes } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import type { Method } from '#domain/methods/method';
import type { TermsInForce } from '#domain/refunds/refund-terms';
import { makesRefunds, termsOfPayment } from '#domain/refunds/terms-of-payment';
import { windowOf } from '#domain/transaction/plan';
import { chooseRoute, type RouteChoice } from '#domain/routing/choose-route';
import { fieldsRequiredBy } from '#domain/routing/route-request';
import { possibleFirsts } from '#domain/routing/order-routes';
import type { ChallengeType } from '#domain/transaction/challenge';
import { listed } from './constraint-of.js';
import { describeFields, type FieldDescription } from './describe-fields.js';

/** A method as one project can use it. */
export type UsableMethod = {
  readonly method: Method;
  /** Currencies with a usable route; never empty. */
  readonly currencies: readonly string[];
  readonly challenges: readonly ChallengeType[];
  /** How long a payment can be paid, in milliseconds; undefined for payouts. */
  readonly windowMs: number | undefined;
  /** At the provider of the first route; undefined for payouts. */
  readonly refund: TermsInForce | undefined;
  readonly fields: readonly FieldDescription[];
};

/**
 * The methods that a project can use: those that are enabled and have a route. A field is shown as required if every route
 * that may be tried first, in every currency, refuses a request without it (contract §5).
 */
export function usableMethods(configuration: Configuration, projectCode: string): UsableMethod[] {
  const project = configuration.projects[projectCode];
  if (project === undefined) return [];
  return catalogue.flatMap((method) => {
    const ways = waysOf(configuration, projectCode, method);
    if (ways.length === 0) return [];
    const challenges = method.challenges.filter((type) =>
      ways.some((way) => canOffer(configuration, way, type)),
    );
    const asked = askedFields(configuration, projectCode, project, method, ways);
    const currencies = ways.map(({ currency }) => currency);
    return [
      {
        method,
        currencies,
        challenges,
        windowMs: method.type === 'payment' ? windowOf(project.timing, method) : undefined,
        refund: method.type === 'payment' ? refundTerms(configuration, projectCode, method, ways) : undefined,
        fields: describeFields(method)
          .map((field) => (field.path === 'currency' ? withCurrencies(field, currencies) : field))
          .map((field) =>
            asked.includes(field.path) ? { ...field, requirement: 'required' as const } : field,
          ),
      },
    ];
  });
}

/** The currency field with the currencies of the routes, which the catalogue does not know. */
function withCurrencies(field: FieldDescription, currencies: readonly string[]): FieldDescription {
  const { example } = field;
  const isTaken = typeof example === 'string' && currencies.includes(example);
  return { ...field, constraint: listed(currencies), example: isTaken ? example : currencies[0] };
}

type Way = {
  readonly currency: string;
  readonly choice: Chosen;
  /** There is a route that offers the merchant banks to choose from. */
  readonly offersBanks: boolean;
};
type Chosen = Extract<RouteChoice, { readonly kind: 'chosen' }>;

/** The currencies that have a route with a configured MID. */
function waysOf(configuration: Configuration, projectCode: string, method: Method): Way[] {
  const currencies = method.currencies === 'any' ? currencyCodes : method.currencies;
  return currencies.flatMap((currency) => {
    const request = { type: method.type, method: method.code, currency };
    const choice = chooseRoute(configuration, projectCode, request);
    if (choice.kind === 'refused') return [];
    if (choice.candidates.every(({ mid }) => configuration.mids[mid]?.credentials === undefined)) return [];
    const withBanks = chooseRoute(configuration, projectCode, { ...request, offersBanks: true });
    return [{ currency, choice, offersBanks: withBanks.kind === 'chosen' }];
  });
}

/** A payment that takes another route may have other terms (contract §15.5). */
function refundTerms(
  configuration: Configuration,
  projectCode: string,
  { code }: Method,
  ways: readonly Way[],
): TermsInForce {
  const provider = ways[0]?.choice.candidates[0].provider;
  const currencies = ways.map(({ currency }) => currency);
  const terms = termsOfPayment(configuration, projectCode, { method: code, currencies, provider });
  return { ...terms, possible: terms.possible && makesRefunds(configuration, provider) };
}

function canOffer({ providers }: Configuration, { choice, offersBanks }: Way, type: ChallengeType): boolean {
  if (type === 'bank_code') return offersBanks;
  return choice.candidates.some(({ provider }) => providers[provider]?.challenges.includes(type));
}

function askedFields(
  configuration: Configuration,
  projectCode: string,
  { defaults }: Project,
  method: Method,
  ways: readonly Way[],
): string[] {
  const urls = Object.entries(method.urls)
    .filter(([, need]) => need === 'unlessDefault')
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(defaults, name));
  const [first = [], ...others] = ways
    .flatMap(({ choice }) => possibleFirsts(configuration, projectCode, choice.candidates))
    .map((candidate) => fieldsRequiredBy(configuration, candidate, method.code));
  const always = first.filter((path) => others.every((paths) => paths.includes(path)));
  // A payout that names no bank is refused if there is no list of banks to choose from.
  const isBankAsked = method.challenges.includes('bank_code') && !ways.some(({ offersBanks }) => offersBanks);
  return [...urls, ...always, ...(isBankAsked ? [`${method.requisites}.bank_code`] : [])];
}
