import type { ProviderAccount } from '#gateway/connectors/connector';

/** Something that our connector relies on, and the check of it against the provider's test mode. */
export type Assumption = {
  readonly name: string;
  readonly prove: () => Promise<{ readonly holds: boolean; readonly saw: string }>;
};

/** The assumptions about one provider, and what a check of them needs. */
export type Trial = {
  readonly baseUrl: string;
  /** The variables of its credentials; unless `isOfTest` recognises them as test keys, nothing is called. */
  readonly credentials: Readonly<
    Record<string, { readonly variable: string; readonly isOfTest: (value: string) => boolean }>
  >;
  /** In the order of the provider's page in docs/providers, as far as test mode can show it. They move test money only. */
  readonly assumptionsOf: (account: ProviderAccount) => readonly Assumption[];
};
