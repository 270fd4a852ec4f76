import type { UrlField } from './methods/method.js';
import type { ChallengeType, TransactionType } from './transaction.js';

/**
 * The whole configuration, as validated and resolved from `config/gateway.yaml` (contract §11, §12): plain JSON, the
 * same after a round trip. Durations are milliseconds, amounts and rates decimal strings, instants ISO 8601 UTC.
 * A transaction keeps the part that concerns it as its `Plan`, so a later change never reaches it.
 */
export type Configuration = {
  /** Host names accepted in a signed request, without a port any port is accepted. */
  readonly signedHosts: readonly string[];
  readonly timing: Timing;
  readonly merchants: Readonly<Record<string, Merchant>>;
  readonly projects: Readonly<Record<string, Project>>;
  readonly providers: Readonly<Record<string, Provider>>;
  readonly mids: Readonly<Record<string, Mid>>;
  /** In the order of each project's preference. */
  readonly routes: readonly Route[];
  readonly rates: readonly Rate[];
  readonly blocklist: Blocklist;
};

export type Merchant = {
  readonly name: string;
  readonly enabled: boolean;
  /** What the merchant may pay out from the start, by currency. */
  readonly openingBalances: Readonly<Record<string, string>>;
};

export type Project = {
  readonly merchant: string;
  readonly enabled: boolean;
  /** Request keys. `secret` is base64 of 32 bytes. */
  readonly keys: readonly RequestKey[];
  /** Signs callbacks; differs from every request key. `secret` is `whsec_` and base64. */
  readonly callbackKeys: readonly CallbackKey[];
  /** Method codes, or all of the catalogue. */
  readonly methods: 'all' | readonly string[];
  readonly callbackTargets: readonly CallbackTarget[];
  readonly defaults: Readonly<Partial<Record<UrlField, string>>>;
  readonly strictDocuments: boolean;
  readonly limits?: AmountLimits;
  readonly payoutsInFlightMax?: number;
  readonly requestsPerSecondMax?: number;
  /** Absent: nothing is converted. */
  readonly billingCurrency?: string;
  /** How the project's hosted pages look. */
  readonly page?: PageLook;
  readonly timing: Timing;
};

/** What customers know a shop by; what is absent is the merchant's name, our own colour, no logo. */
export type PageLook = {
  readonly name?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  readonly logo?: Logo;
};

/** A picture as it was when the configuration was applied. */
export type Logo = { readonly mediaType: LogoMediaType; readonly base64: string };
export type LogoMediaType = 'image/png' | 'image/jpeg' | 'image/webp';

export type RequestKey = { readonly id: string; readonly secret: string };
export type CallbackKey = { readonly id: string; readonly secret: string };
export type AmountLimits = { readonly min?: string; readonly max?: string };

/** One allowed target of callbacks. `host` is exact, or `*.suffix`, or `*`; empty `ports` means any. */
export type CallbackTarget = {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly ports: readonly number[];
  /** The resolved address must lie in one of these; `public` stands for every public address. */
  readonly cidrs: readonly string[];
};

export type Provider = {
  readonly connector: string;
  readonly enabled: boolean;
  readonly baseUrl: string;
  readonly types: readonly TransactionType[];
  readonly methods: 'all' | readonly string[];
  readonly currencies: 'all' | readonly string[];
  /** Conditional fields that become required, by method code or `all`; wire paths such as `customer.email`. */
  readonly requires: Readonly<Record<string, readonly string[]>>;
  /** Amount limits by method code or `all`. */
  readonly limits: Readonly<Record<string, AmountLimits>>;
  /** Challenge types the provider can do. */
  readonly challenges: readonly ChallengeType[];
  /** How long after an unanswered call "not found" begins to count. */
  readonly settleMs: number;
};

export type Mid = {
  readonly provider: string;
  readonly enabled: boolean;
  /** Absent: `Mid configuration error`. */
  readonly credentials?: Readonly<Record<string, string>>;
};

export type Route = {
  /** Unique within the project. */
  readonly name: string;
  readonly project: string;
  readonly types: readonly TransactionType[];
  readonly methods: 'all' | readonly string[];
  readonly mid: string;
  /** Lower first. */
  readonly priority: number;
  /** Bank-code challenge settings of the route (contract §12: exactly one is right). */
  readonly bankCodeChallenges: readonly BankCodeChallenge[];
};

/** Where the banks that a bank-code challenge offers come from. */
export const bankCodeChallenges = ['provider_banks', 'bundled_banks'] as const;
export type BankCodeChallenge = (typeof bankCodeChallenges)[number];

/** One unit of `from` is `rate` units of `to`, as quoted by the provider `source`. */
export type Rate = {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly source: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
};

export type Blocklist = {
  readonly customers: readonly BlockedCustomer[];
  readonly cards: readonly BlockedCard[];
};
/** `identifier` as in `customer.identifier`. */
export type BlockedCustomer = Block & { readonly identifier: string };
/** `fingerprint`: keyed hash of the card number, hexadecimal; the number itself is never kept. */
export type BlockedCard = Block & { readonly fingerprint: string };
export type Block = {
  readonly scope: BlockScope;
  /** Merchants for `customer` and `merchant`, projects for `project`; always `all` for the other two. */
  readonly appliesTo: 'all' | readonly string[];
  readonly reason?: string;
  readonly author?: string;
  readonly expires?: string;
};

/** The five conditions of error 451 (specification §7), in its order. */
export const blockScopes = ['customer', 'merchant', 'project', 'system', 'global'] as const;
export type BlockScope = (typeof blockScopes)[number];

export type Timing = {
  /** The merchant's call is answered within this time, else 504. */
  readonly responseDeadlineMs: number;
  /** One submit call to a provider. */
  readonly providerCallMs: number;
  /** One look-up or cancel call to a provider. */
  readonly lookupCallMs: number;
  /** Waits between look-ups; the last one repeats. */
  readonly lookupMs: readonly number[];
  /** "Not found" ends an unknown attempt after this many equal answers past the provider's settle time. */
  readonly notFoundAnswersMin: number;
  /** An outcome that is still unknown after this time is shown to a person; it is looked up all the same. */
  readonly unknownReviewMs: number;
  readonly submitMaxAgeMs: Readonly<Record<TransactionType, number>>;
  /**
   * How long a payment may be paid, by method code; without one the catalogue decides. `hosted_page`: how long a page
   * waits to be submitted.
   */
  readonly windowMs: Readonly<Record<string, number>>;
  readonly callbackAttemptMs: number;
  readonly callbackRetriesMs: readonly number[];
  readonly bankCodeChallengeMs: number;
  /** So long a provider's list of banks is used without asking again. */
  readonly bankListAgeMs: number;
  /** Waits between sweeps of one transaction; the last one repeats. */
  readonly sweepMs: readonly number[];
  readonly retentionPersonalMs: number;
};
