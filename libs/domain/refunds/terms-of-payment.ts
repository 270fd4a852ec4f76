import type { Configuration } from '../configuration/configuration.js';
import { railTermsOf } from '../methods/find-method.js';
import { chooseRoute } from '../routing/choose-route.js';
import { combineTerms, type TermsInForce } from './refund-terms.js';

/** What the terms of refunds depend on. */
export type PaidBy = {
  /** Code of the catalogue. */
  readonly method: string;
  /** The currency of the payment; of a method in general those that it can be paid in. */
  readonly currencies: readonly string[];
  /** The provider that took the money. */
  readonly provider: string | undefined;
};

/**
 * The terms of refunds that a project makes of such payments (contract §15.5). `instead` is the payout method that the project
 * has a route for, and absent where it has none. A provider that is no longer configured adds nothing to the rail's terms.
 */
export function termsOfPayment(
  configuration: Configuration,
  projectCode: string,
  { method, currencies, provider }: PaidBy,
): TermsInForce {
  const providerTerms = configuration.providers[provider ?? '']?.refundTerms?.[method];
  const withinMs = configuration.projects[projectCode]?.refunds.withinMs;
  const { instead, ...terms } = combineTerms({
    rail: railTermsOf(method),
    ...(providerTerms && { provider: providerTerms }),
    ...(withinMs !== undefined && { withinMs }),
  });
  const isOffered = instead !== undefined && paysOutBy(configuration, projectCode, instead, currencies);
  return { ...terms, ...(isOffered && { instead }) };
}

/** Whether a payout by this method, in one of the currencies, has a route with a configured MID. */
function paysOutBy(
  configuration: Configuration,
  projectCode: string,
  method: string,
  currencies: readonly string[],
): boolean {
  return currencies.some((currency) => {
    const choice = chooseRoute(configuration, projectCode, { type: 'payout', method, currency });
    if (choice.kind === 'refused') return false;
    return choice.candidates.some(({ mid }) => configuration.mids[mid]?.credentials !== undefined);
  });
}

/** Whether the provider makes refunds at all: its connector can, and its `types` name them. */
export function makesRefunds(
  { providers }: Pick<Configuration, 'providers'>,
  provider: string | undefined,
): boolean {
  return providers[provider ?? '']?.types.includes('refund') === true;
}
