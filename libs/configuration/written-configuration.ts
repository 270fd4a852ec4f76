import type { AccountCheck, BankCodeChallenge, ShopLink } from '#domain/configuration';
import type { UrlField } from '#domain/methods/method';
import type { BlockScope } from '#domain/risk/block';
import type { ChallengeType } from '#domain/transaction/challenge';
import type { TransactionType } from '#domain/transaction/status';

/** The configuration file as people write it, once its shape is checked (`configuration-schema.ts`). */
export type WrittenConfiguration = {
  readonly signed_hosts: readonly string[];
  readonly timing: WrittenTiming;
  readonly merchant_defaults?: WrittenMerchant;
  readonly merchants: ByName<WrittenMerchant>;
  readonly provider_defaults?: Partial<WrittenProvider>;
  readonly providers: ByName<Partial<WrittenProvider>>;
  readonly mids: ByName<WrittenMid>;
  readonly project_defaults?: WrittenProject;
  readonly projects: ByName<WrittenProject>;
  readonly rates?: readonly WrittenRate[];
  readonly operations?: { readonly four_eyes?: boolean };
  readonly blocklist?: {
    readonly customers?: readonly WrittenBlock<'identifier' | 'email' | 'phone' | 'document'>[];
    readonly cards?: readonly WrittenBlock<'number' | 'fingerprint' | 'bin'>[];
  };
};

type ByName<Value> = Readonly<Record<string, Value>>;
type Names = 'all' | readonly string[];
/** Such as `30s`. */
type Duration = string;
type Amount = string | number;

export type WrittenMerchant = {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly opening_balances?: ByName<Amount>;
  readonly customer_limits?: WrittenCountedLimits;
};

export type WrittenLimits = { readonly min?: Amount; readonly max?: Amount };

export type WrittenCountedLimits = {
  readonly per_day?: WrittenPeriodLimits;
  readonly per_month?: WrittenPeriodLimits;
};
/** Of payments and of payouts, unless a direction has its own. */
export type WrittenPeriodLimits = WrittenPeriodLimit &
  Readonly<Partial<Record<TransactionType, WrittenPeriodLimit>>>;
export type WrittenPeriodLimit = { readonly amount?: Amount | ByName<Amount>; readonly count?: number };

/** By method: `all` is for those that are not named. */
export type WrittenCurrencies = Names | (ByName<Names> & { readonly all: Names });

export type WrittenProvider = {
  readonly connector: string;
  readonly enabled?: boolean;
  readonly base_url: string;
  readonly currencies: WrittenCurrencies;
  /** The next three are the connector's where they are not written. */
  readonly types?: readonly TransactionType[];
  readonly methods?: Names;
  readonly challenges?: readonly ChallengeType[];
  readonly requires?: ByName<readonly string[]>;
  readonly limits?: ByName<WrittenLimits>;
  readonly resolve_accounts?: boolean | WrittenAccountCheck;
  readonly settle: Duration;
  readonly circuit?: 'none' | { readonly failures: number; readonly cooldown: Duration };
};

type WrittenAccountCheck = {
  readonly mismatch?: AccountCheck['mismatch'];
  readonly no_answer?: AccountCheck['noAnswer'];
};

export type WrittenMid = {
  readonly provider: string;
  readonly enabled?: boolean;
  readonly credentials?: ByName<string>;
  readonly methods?: Names;
  readonly currencies?: WrittenCurrencies;
  readonly requires?: ByName<readonly string[]>;
  readonly limits?: ByName<WrittenLimits>;
  readonly counted_limits?: WrittenCountedLimits;
  readonly requests_per_second_max?: number;
};

export type WrittenRoute = {
  readonly mid: string;
  readonly name?: string;
  readonly types?: readonly TransactionType[];
  readonly methods?: Names;
  readonly priority?: number;
  readonly weight?: number;
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
  /** Limits in the currencies that are not named, and by currency. */
  readonly amount?: WrittenLimits & ByName<WrittenLimits | Amount>;
  readonly bins?: readonly string[];
  /** Values of `extra.meta`, by name. */
  readonly when?: { readonly meta: ByName<readonly string[]> };
  readonly bank_code_challenges?: readonly BankCodeChallenge[];
  readonly fixture?: boolean;
};

export type WrittenProject = {
  readonly merchant?: string;
  readonly enabled?: boolean;
  readonly keys?: ByName<string>;
  readonly callback_keys?: ByName<string>;
  readonly methods?: Names;
  readonly callback_targets?: readonly WrittenCallbackTarget[];
  readonly callback_rate?: number;
  readonly default_urls?: Readonly<Partial<Record<UrlField, string>>>;
  readonly strict_documents?: boolean;
  readonly limits?: WrittenLimits & WrittenCountedLimits;
  readonly payouts_in_flight_max?: number;
  readonly requests_per_second_max?: number;
  readonly project_requests_per_second_max?: number;
  readonly risk?: WrittenRisk;
  readonly billing_currency?: string;
  readonly page?: WrittenPage;
  readonly timing?: Partial<WrittenTiming>;
  readonly routes?: readonly WrittenRoute[];
};

export type WrittenRisk = {
  readonly card_testing?: {
    /** A number counts for both. */
    readonly declines: number | { readonly customer?: number; readonly address?: number };
    readonly within: Duration;
    readonly blocked_for: Duration;
  };
  readonly faulty_forms?: number;
};
/** `logo` is the path of a picture. */
export type WrittenPage = {
  readonly name?: string;
  readonly color?: string;
  readonly logo?: string;
  readonly links?: Readonly<Partial<Record<ShopLink, string>>>;
  readonly cards?: readonly string[];
};

export type WrittenCallbackTarget = {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly ports?: readonly number[];
  readonly cidrs: readonly string[];
};

export type WrittenTiming = {
  readonly response_deadline: Duration;
  readonly provider_call: Duration;
  readonly lookup_call: Duration;
  readonly lookup: readonly Duration[];
  readonly suspected_lookup: readonly Duration[];
  readonly not_found_answers_min: number;
  readonly unknown_review: Duration;
  readonly late_lookups: readonly Duration[];
  readonly submit_max_age: Readonly<Record<TransactionType, Duration>>;
  readonly window: ByName<Duration> & { readonly hosted_page: Duration };
  readonly callback_attempt: Duration;
  readonly callback_retries: readonly Duration[];
  readonly endpoint_pause_after: Duration;
  readonly endpoint_probe: Duration;
  readonly bank_code_challenge: Duration;
  readonly bank_list_age: Duration;
  readonly sweep: readonly Duration[];
  readonly retention: { readonly personal: Duration };
  readonly ended_page?: Duration;
  readonly vault_key?: Duration;
};

export type WrittenRate = {
  readonly from: string;
  readonly to: string;
  readonly rate: Amount;
  readonly source: string;
  readonly valid_from?: string;
  readonly valid_until?: string;
  readonly fixture?: boolean;
};

/** On exactly one of the subjects. */
export type WrittenBlock<Subject extends string = never> = Readonly<Partial<Record<Subject, string>>> & {
  readonly scope: BlockScope;
  readonly applies_to?: Names;
  readonly reason?: string;
  readonly author?: string;
  readonly expires?: string;
};

/** The limits in a route's `amount`: those of a currency by its name, those of all others as `all`. */
export function splitAmount(
  amount: NonNullable<WrittenRoute['amount']>,
): readonly { readonly name: string; readonly limits: WrittenLimits }[] {
  const { min, max, ...named } = amount;
  const rest = min === undefined && max === undefined ? [] : [{ name: 'all', limits: { min, max } }];
  return [
    ...rest,
    // The schema lets limits alone stand under a currency.
    ...Object.entries(named).map(([name, limits]) => ({ name, limits: limits as WrittenLimits })),
  ];
}
