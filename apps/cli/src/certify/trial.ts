import type { ProviderAccount } from '#gateway/connectors/connector';

/** What we take for granted of a provider, and how its test mode shows whether it is so. */
export type Assumption = {
  readonly name: string;
  readonly prove: () => Promise<{ readonly holds: boolean; readonly saw: string }>;
};

/** How one provider is held against what we assume of it. */
export type Trial = {
  readonly baseUrl: string;
  /** Where its credentials come from, and how it is told that they are of its test mode: with others nothing is called. */
  readonly credentials: Readonly<
    Record<string, { readonly variable: string; readonly isOfTest: (value: string) => boolean }>
  >;
  /** In the order of the provider's page in docs/providers, as far as test mode can show it. Each moves test money at most. */
  readonly assumptionsOf: (account: ProviderAccount) => readonly Assumption[];
};
