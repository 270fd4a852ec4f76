import type { RefundTerms } from '../refunds/refund-terms.js';
import type { ChallengeType } from '../transaction/challenge.js';
import type { RoutedType, Style } from '../transaction/status.js';
import type { FieldRule } from './field-rules.js';
import type { DocumentKind } from './documents.js';

/**
 * One row of the method catalogue (specification §2.1): everything that makes a method different from the others.
 * A code may have a row per style and direction. Whether a method is switched on is configuration, not catalogue.
 */
export type Method = {
  /** Canonical wire name. */
  readonly code: string;
  /** Other names, taken in `widget.method` only. */
  readonly aliases?: readonly string[];
  readonly type: RoutedType;
  readonly style: Style;
  /** ISO 3166-1 alpha-2 code of the country the method belongs to. */
  readonly country?: string;
  /** Of a method of many countries: those of each currency that it takes (contract §6). */
  readonly countriesOfCurrency?: Readonly<Record<string, readonly string[]>>;
  /** Of a method whose banks are known once and for all: their names by code, as far as we know them. */
  readonly bankNames?: Readonly<Record<string, string>>;
  /** ISO 4217 codes; `any` is every one of them. */
  readonly currencies: 'any' | readonly string[];
  readonly amount: AmountForm;
  /** Wire paths. What lies inside an `optionalObjects` entry is required only when that object is sent. */
  readonly required: readonly string[];
  readonly optionalObjects?: readonly string[];
  /** Optional in the protocol, required where a route's provider asks for it. */
  readonly conditional: readonly string[];
  /** The URL fields the method has at all; the others are ignored. */
  readonly urls: Readonly<Partial<Record<UrlField, UrlNeed>>>;
  /** Optional top-level fields that few methods have; elsewhere they are ignored. */
  readonly extras?: readonly ('lang' | 'channel_code')[];
  readonly rules: readonly FieldRule[];
  /** `extra.meta` entries with a type of their own. */
  readonly meta?: Readonly<Record<string, MetaType>>;
  /** `extra.meta` entries that describe the customer's browser: kept with personal data alone (contract §8). */
  readonly browserFields?: readonly string[];
  /** What `customer.itn` may be, for projects with `strict_documents`. Empty: anything. */
  readonly documents: readonly DocumentKind[];
  /** A requisite that is such a document where another says so; for projects with `strict_documents`. */
  readonly documentKey?: {
    readonly path: string;
    readonly when: string;
    readonly kinds: Readonly<Record<string, DocumentKind>>;
  };
  /** The object with the beneficiary's bank details (payouts). */
  readonly requisites?: string;
  /** Requisites that are the customer's where none were sent (contract §6), by the customer's wire name. */
  readonly requisiteDefaults?: Readonly<Record<string, string>>;
  /** What the provider may ask for next; the first is the usual one. */
  readonly challenges: readonly ChallengeType[];
  /** How long a payment may be paid when the configuration names no window for the code, in milliseconds. */
  readonly windowMs?: number;
  /** Of a payment: what its rail allows of refunds (contract §15.5). */
  readonly refund?: RefundTerms;
  /** Language of the hosted page when the request names none. */
  readonly defaultLocale?: string;
  /** The request may carry a `card` object. */
  readonly carriesCard?: true;
  /** The hosted page asks for a card: always (HPP), or when the request carried none (H2H). */
  readonly cardForm?: true;
  /** The answer to the create call may be `success` (specification §2.7). */
  readonly successAtOnce?: true;
  /** `status` is `{ name, date }` in the create answer (specification §2.7, §2.10). */
  readonly statusAsObject?: true;
  /** The create answer shows description and requisites (specification §2.10, the Africa sample). */
  readonly showsRequisites?: true;
  /** The challenge repeats its type under the key `type` (specification §2.8). */
  readonly challengeTypeTwice?: true;
};

/** The JSON type and form of `amount` (contract §5); `number` takes integers too. */
export type AmountForm = 'integer' | 'number' | 'string';

export const urlFields = ['redirect_url', 'cancel_url', 'error_url', 'callback_url'] as const;
export type UrlField = (typeof urlFields)[number];
/** `unlessDefault`: required where the project has no default of that kind. */
type UrlNeed = 'required' | 'unlessDefault' | 'optional';

export type MetaType = 'string' | 'integer' | 'boolean' | 'timestamp';
