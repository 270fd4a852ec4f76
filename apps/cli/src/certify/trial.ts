import type { ProviderAccount } from '#gateway/connectors/connector';

/**
 * What a check has shown: whether the assumption holds, and what was seen, in our own words; or why this cannot be tried by a
 * program, or at this account.
 */
export type Proof = { readonly holds: boolean; readonly saw: string } | { readonly notTried: string };

/** Something that our connector relies on, and the check of it against the provider's test mode. */
export type Assumption = {
  readonly name: string;
  /** What the check asks of the test mode. */
  readonly asks?: string;
  /** What is seen if it holds; absent if the name says it. */
  readonly believed?: string;
  readonly prove: () => Promise<Proof>;
};

/** The assumptions about one provider, and what a check of them needs. */
export type Trial = {
  readonly baseUrl: string;
  /** The variables of its credentials; unless `isOfTest` recognises them as test keys, nothing is called. */
  readonly credentials: Readonly<
    Record<string, { readonly variable: string; readonly isOfTest: (value: string) => boolean }>
  >;
  /**
   * In the order of the provider's page in docs/providers, as far as test mode can show it. They move test money only, and are
   * proved one after another, in this order.
   */
  readonly assumptionsOf: (account: ProviderAccount) => readonly Assumption[];
};
