import type { Configuration, Project } from '#domain/configuration';
import { currencyCodes } from '#domain/currencies';
import { catalogue } from '#domain/methods/catalogue';
import type { Method } from '#domain/methods/method';
import { windowOf } from '#domain/transaction/plan';
import { chooseRoute, type RouteChoice } from '#domain/routing/choose-route';
import { fieldsRequiredBy } from '#domain/routing/route-request';
import { possibleFirsts } from '#domain/routing/order-routes';
import type { ChallengeType } from '#domain/transaction/challenge';
import { describeFields, type FieldDescription } from './describe-fields.js';

/** A catalogue row as one project can use it. */
export type UsableMethod = {
  readonly row: Method;
  /** Those with a usable route, never empty. */
  readonly currencies: readonly string[];
  readonly challenges: readonly ChallengeType[];
  /** How long a payment may be paid, in milliseconds; a payout has no window. */
  readonly windowMs: number | undefined;
  readonly fields: readonly FieldDescription[];
};

/**
 * What a project can use: methods that are enabled for it and lead somewhere. A field without which every route that may
 * be preferred, in every currency, refuses the request (contract §5) is shown as required.
 */
export function usableMethods(configuration: Configuration, projectCode: string): UsableMethod[] {
  const project = configuration.projects[projectCode];
  if (project === undefined) return [];
  return catalogue.flatMap((row) => {
    const ways = waysOf(configuration, projectCode, row);
    if (ways.length === 0) return [];
    const challenges = row.challenges.filter((type) =>
      ways.some((way) => canOffer(configuration, way, type)),
    );
    const asked = askedFields(configuration, projectCode, project, row, ways);
    return [
      {
        row,
        currencies: ways.map(({ currency }) => currency),
        challenges,
        windowMs: row.type === 'payment' ? windowOf(project.timing, row) : undefined,
        fields: describeFields(row).map((field) =>
          asked.includes(field.path) ? { ...field, requirement: 'required' as const } : field,
        ),
      },
    ];
  });
}

type Way = {
  readonly currency: string;
  readonly choice: Chosen;
  /** The route can also offer the merchant banks to choose from. */
  readonly offersBanks: boolean;
};
type Chosen = Extract<RouteChoice, { readonly kind: 'chosen' }>;

/** The currencies in which there is a route with a working MID. */
function waysOf(configuration: Configuration, projectCode: string, row: Method): Way[] {
  const currencies = row.currencies === 'any' ? currencyCodes : row.currencies;
  return currencies.flatMap((currency) => {
    const request = { type: row.type, method: row.code, currency };
    const choice = chooseRoute(configuration, projectCode, request);
    if (choice.kind === 'refused') return [];
    if (choice.candidates.every(({ mid }) => configuration.mids[mid]?.credentials === undefined)) return [];
    const withBanks = chooseRoute(configuration, projectCode, { ...request, offersBanks: true });
    return [{ currency, choice, offersBanks: withBanks.kind === 'chosen' }];
  });
}

function canOffer({ providers }: Configuration, { choice, offersBanks }: Way, type: ChallengeType): boolean {
  if (type === 'bank_code') return offersBanks;
  return choice.candidates.some(({ provider }) => providers[provider]?.challenges.includes(type));
}

function askedFields(
  configuration: Configuration,
  projectCode: string,
  { defaults }: Project,
  row: Method,
  ways: readonly Way[],
): string[] {
  const urls = Object.entries(row.urls)
    .filter(([, need]) => need === 'unlessDefault')
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(defaults, name));
  const [first = [], ...others] = ways
    .flatMap(({ choice }) => possibleFirsts(configuration, projectCode, choice.candidates))
    .map((candidate) => fieldsRequiredBy(configuration, candidate, row.code));
  const always = first.filter((path) => others.every((paths) => paths.includes(path)));
  // Without a list of banks to answer with, a payout that names no bank is refused.
  const isBankAsked = row.challenges.includes('bank_code') && !ways.some(({ offersBanks }) => offersBanks);
  return [...urls, ...always, ...(isBankAsked ? [`${row.requisites}.bank_code`] : [])];
}
