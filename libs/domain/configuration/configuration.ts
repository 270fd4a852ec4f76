import type { Operators } from './operators.js';
import type { PageLook } from './page-look.js';
import type { BankAccount, ReconciliationTerms, ReportTerms } from './statement-terms.js';
import type { UrlField } from '../methods/method.js';
import type { ProjectRefunds } from '../refunds/project-refunds.js';
import type { RefundTerms } from '../refunds/refund-terms.js';
import type { Block } from '../risk/block.js';
import type { ChallengeType } from '../transaction/challenge.js';
import type { RoutedType, TransactionType } from '../transaction/status.js';

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
  readonly operations?: Operations;
  readonly blocklist: Blocklist;
  /** Accounts that receive settlements, by name; absent: none. */
  readonly bankAccounts?: Readonly<Record<string, BankAccount>>;
  /** Business days between a settlement and its bank line (contract §16.3); absent: `usualBankDays`. */
  readonly match?: { readonly bankDays: number };
};

/** What holds for those who work in the Temporal UI and with the commands. */
export type Operations = {
  /** A second operator confirms what moves money on a person's word; by default in production only. */
  readonly fourEyes?: boolean;
  /** Absent: every plain name is taken. */
  readonly operators?: Operators;
};

export type Merchant = {
  readonly name: string;
  readonly enabled: boolean;
  /** What the merchant may pay out from the start, by currency. */
  readonly openingBalances: Readonly<Record<string, string>>;
  /** Of each customer (`customer.identifier`), over all projects of the merchant. */
  readonly customerLimits?: CountedLimits;
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
  /** Callbacks a second at most, once a paused endpoint is well again. */
  readonly callbackRate: number;
  readonly defaults: Readonly<Partial<Record<UrlField, string>>>;
  readonly strictDocuments: boolean;
  readonly limits?: AmountLimits;
  readonly countedLimits?: CountedLimits;
  readonly payoutsInFlightMax?: number;
  /** Of each request key. */
  readonly requestsPerSecondMax?: number;
  /** Of all request keys together. */
  readonly projectRequestsPerSecondMax?: number;
  readonly risk?: RiskTerms;
  readonly refunds: ProjectRefunds;
  /** Absent: nothing is converted. */
  readonly billingCurrency?: string;
  /** How the project's hosted pages look. */
  readonly page?: PageLook;
  /** Maximum number of further cards that a hosted page takes after declined ones; absent: none. */
  readonly pageRetries?: number;
  /** Absent: `usualReports`. */
  readonly reports?: ReportTerms;
  readonly timing: Timing;
};

/** What a project does against people who try cards out. */
export type RiskTerms = {
  readonly cardTesting?: CardTesting;
  /** After more card forms with mistakes than this, one link takes no card any more. */
  readonly faultyFormsMax?: number;
};
/** This number of declined cards of one customer or address within `withinMs` blocks it for `blockedForMs`. */
export type CardTesting = {
  readonly declines: { readonly customer?: number; readonly address?: number };
  readonly withinMs: number;
  readonly blockedForMs: number;
};

type RequestKey = { readonly id: string; readonly secret: string };
export type CallbackKey = { readonly id: string; readonly secret: string };
export type AmountLimits = { readonly min?: string; readonly max?: string };

/** What may be registered in a period of UTC; what fails is given back. */
export type CountedLimits = Readonly<Partial<Record<LimitPeriod, DirectionLimits>>>;
export const limitPeriods = ['day', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];
type DirectionLimits = Readonly<Partial<Record<TransactionType, PeriodLimit>>>;
/** Each currency is counted for itself. `amounts` by currency, `all` for those that are not named. */
export type PeriodLimit = { readonly amounts: Readonly<Record<string, string>>; readonly count?: number };

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
  readonly currencies: TakenCurrencies;
  /** Conditional fields that become required, by method code or `all`; wire paths such as `customer.email`. */
  readonly requires: Readonly<Record<string, readonly string[]>>;
  /** Amount limits by method code or `all`. */
  readonly limits: Readonly<Record<string, AmountLimits>>;
  /** Challenge types the provider can do. */
  readonly challenges: readonly ChallengeType[];
  /** By method code, where refunds at the provider differ from what the catalogue's row allows. */
  readonly refundTerms?: Readonly<Record<string, RefundTerms>>;
  /** Refunds are stopped by an operator's switch; the file cannot say so. */
  readonly refundsOff?: true;
  /** Absent: the account's holder is not checked before a payout. */
  readonly resolveAccounts?: AccountCheck;
  /** How long after an unanswered call "not found" begins to count. */
  readonly settleMs: number;
  /** Absent: a MID that is not reached keeps its place among the routes. */
  readonly circuit?: CircuitSettings;
};

/** What follows if the account is in another name than the beneficiary's, and if its holder cannot be determined. */
export type AccountCheck = {
  readonly mismatch: (typeof mismatchRules)[number];
  readonly noAnswer: (typeof noAnswerRules)[number];
};
/** `review`: the payout is registered, and held until a person approves it. */
export const mismatchRules = ['refuse', 'review'] as const;
export const noAnswerRules = ['continue', 'refuse'] as const;

/** For every method, or by method code; `all`: the others. */
export type TakenCurrencies =
  CurrencyList | (Readonly<Record<string, CurrencyList>> & { readonly all: CurrencyList });
export type CurrencyList = 'all' | readonly string[];

/** This number of consecutive calls that were never sent opens a MID's circuit; after the cool-down one transaction tries it first. */
export type CircuitSettings = { readonly failures: number; readonly cooldownMs: number };

export type Mid = ReconciliationTerms & {
  readonly provider: string;
  readonly enabled: boolean;
  /** Absent: `Mid configuration error`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Names of credentials that are of a test account. */
  readonly testCredentials?: readonly string[];
  /** The next four narrow what the provider takes; absent: as the provider has it. */
  readonly methods?: 'all' | readonly string[];
  readonly currencies?: TakenCurrencies;
  readonly requires?: Readonly<Record<string, readonly string[]>>;
  readonly limits?: Readonly<Record<string, AmountLimits>>;
  /** Maximum submits per second to this MID, across all workers. Unlimited if absent. */
  readonly requestsPerSecondMax?: number;
  readonly countedLimits?: CountedLimits;
  /** As for a provider. */
  readonly refundsOff?: true;
};

export type Route = {
  /** Unique within the project. */
  readonly name: string;
  readonly project: string;
  readonly types: readonly RoutedType[];
  readonly methods: 'all' | readonly string[];
  readonly mid: string;
  /** Lower first. */
  readonly priority: number;
  /** Share among the routes of the same priority; absent: in the order of the file. */
  readonly weight?: number;
  /** What the transaction must be like, beside type and method; absent: anything. */
  readonly conditions?: RouteConditions;
  /** Bank-code challenge settings of the route (contract §12: exactly one is right). */
  readonly bankCodeChallenges: readonly BankCodeChallenge[];
};

/** Each that is there must hold. */
export type RouteConditions = {
  readonly currencies?: readonly string[];
  /** Of `customer.country`. */
  readonly countries?: readonly string[];
  /** Inclusive, by currency; `all` for those that are not named. */
  readonly amount?: Readonly<Record<string, AmountLimits>>;
  /** What the card number begins with. */
  readonly bins?: readonly string[];
  /** Of `extra.meta`, by its names: the values of which the request has one, compared as text (contract §9). */
  readonly meta?: Readonly<Record<string, readonly string[]>>;
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

/** Of customers the kinds of customers, of cards those of cards. */
export type Blocklist = { readonly customers: readonly Block[]; readonly cards: readonly Block[] };

export type Timing = {
  /** The merchant's call is answered within this time, else 504. */
  readonly responseDeadlineMs: number;
  /** One submit call to a provider. */
  readonly providerCallMs: number;
  /** One look-up or cancel call to a provider. */
  readonly lookupCallMs: number;
  /** Waits between look-ups; the last one repeats. */
  readonly lookupMs: readonly number[];
  /** Waits between look-ups caused by callbacks with a wrong signature, of one transaction; the last one repeats. */
  readonly suspectedLookupMs: readonly number[];
  /** "Not found" ends an unknown attempt after this many equal answers past the provider's settle time. */
  readonly notFoundAnswersMin: number;
  /** An outcome that is still unknown after this time is shown to a person; it is looked up all the same. */
  readonly unknownReviewMs: number;
  /** After a payment ended because its provider knew nothing of it: when it is asked about once more. */
  readonly lateLookupsMs: readonly number[];
  /** May be empty. */
  readonly lateSuccessLookupsMs: readonly number[];
  /** When after its success a refund is looked up again; may be empty. */
  readonly lateRefundLookupsMs: readonly number[];
  /** A refund that nobody has approved by then is declined. */
  readonly refundApprovalMs: number;
  readonly submitMaxAgeMs: Readonly<Record<TransactionType, number>>;
  /**
   * How long a payment may be paid, by method code; without one the catalogue decides. `hosted_page`: how long a page
   * waits to be submitted.
   */
  readonly windowMs: Readonly<Record<string, number>>;
  readonly callbackAttemptMs: number;
  readonly callbackRetriesMs: readonly number[];
  /** An endpoint that has failed for so long without one success is paused. */
  readonly endpointPauseAfterMs: number;
  /** A paused endpoint is tried by one callback each time this is over. */
  readonly endpointProbeMs: number;
  readonly bankCodeChallengeMs: number;
  /** So long a provider's list of banks is used without asking again. */
  readonly bankListAgeMs: number;
  /** Waits between recoveries of one transaction, in milliseconds; the last one repeats. */
  readonly recoveryMs: readonly number[];
  readonly retentionPersonalMs: number;
  /** Of what is kept in months, from the end of each on; without it for ever. */
  readonly retentionHistoryMs?: number;
  /** So long after its end a payment's page is shown; then its link has expired. */
  readonly endedPageMs: number;
  /** So long a key of the card vault seals cards; after twice that, and once no card needs it, it is destroyed. */
  readonly vaultKeyMs: number;
  /** A success that is on no statement after this time is `not_listed` (contract §16.4). */
  readonly reconcileLagMs: number;
  /** A settlement that has not reached the bank after this time is `not_arrived`. */
  readonly settlementDueMs: number;
  /** A month can be closed this time after its end (contract §16.7). */
  readonly periodGraceMs: number;
};
