// Written from the schemas of answers (`libs/domain/wire`) by `npm run generate`.

import type { GatewayEvent } from './events.js';

import type { CallbackStatus, ListedTransaction } from './record.js';

import type { ListedRefund } from './refund-record.js';

import type { Reversal } from './reversal.js';

/** What the merchant can pay out. */
export type Balances = {
  readonly balances: readonly {
    readonly currency: string;
    readonly available: string;
    readonly reserved: string;
  }[];
  readonly timestamp: string;
};

/** An amount that moved from one account to another. */
export type BalanceEntry = {
  /** Unique; says nothing about the order. */
  readonly entry_id: string;
  readonly date: string;
  readonly kind:
    | 'top_up'
    | 'reserve'
    | 'settle'
    | 'release'
    | 'adjust'
    | 'collect'
    | 'hold'
    | 'refund'
    | 'unhold'
    | 'refund_returned'
    | 'chargeback'
    | 'chargeback_won'
    | 'provider_refund';
  /** ISO 4217. */
  readonly currency: string;
  /** Major units, exact; of a transaction its `billing_amount`. */
  readonly amount: string;
  readonly from: 'funding' | 'available' | 'reserved' | 'clearing' | 'collected' | 'refunding';
  readonly to: 'funding' | 'available' | 'reserved' | 'clearing' | 'collected' | 'refunding';
  /** `null` on a top-up. */
  readonly identifier: string | null;
  /** `null` on a top-up. */
  readonly reference: string | null;
  /** The reversal that it follows from; `null` on all others. */
  readonly reversal_id: string | null;
};

/** Oldest first; `next_after` is where the next page begins. */
export type EntryPage = {
  readonly entries: readonly BalanceEntry[];
  readonly next_after: string;
};

/** At most 100 events in their order; `next_after` is where the next page begins. */
export type EventPage = {
  readonly events: readonly GatewayEvent[];
  readonly next_after: string;
};

/** Newest first. There may be fewer entries than asked for, even none, before the last page. */
export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[];
  /** Where the next page begins; `null`: this is the last one. */
  readonly next_after: string | null;
};

/** Newest first. There may be fewer entries than asked for, even none, before the last page. */
export type RefundPage = {
  readonly refunds: readonly ListedRefund[];
  /** Where the next page begins; `null`: this is the last one. */
  readonly next_after: string | null;
};

/** Newest first. There may be fewer entries than asked for, even none, before the last page. */
export type ReversalPage = {
  readonly reversals: readonly Reversal[];
  /** Where the next page begins; `null`: this is the last one. */
  readonly next_after: string | null;
};

/** How far a callback has come. */
export type SentCallback = {
  readonly event_id: string;
  readonly identifier: string;
  readonly reference: string;
  readonly state: CallbackStatus;
  readonly attempts: number;
  /** `null`: none is due. */
  readonly next_attempt: string | null;
  /** `null`: the transaction has none, and nothing is sent. */
  readonly callback_url: string | null;
};

/** The result of one attempt. */
export type Delivery = {
  /** When it was sent. */
  readonly date: string;
  /** HTTP status; `null`: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer; `null`: there was one. */
  readonly error: 'timeout' | 'refused' | 'reset' | 'dns' | 'tls' | 'forbidden_address' | 'too_large' | null;
  /** Until the status line, or until it was given up. */
  readonly duration_ms: number;
};

/** Newest first. There may be fewer entries than asked for, even none, before the last page. */
export type CallbackPage = {
  readonly callbacks: readonly SentCallback[];
  /** Where the next page begins; `null`: this is the last one. */
  readonly next_after: string | null;
};

/** The latest hundred deliveries, oldest first. */
export type CallbackWithDeliveries = {
  readonly event_id: string;
  readonly identifier: string;
  readonly reference: string;
  readonly state: CallbackStatus;
  readonly attempts: number;
  /** `null`: none is due. */
  readonly next_attempt: string | null;
  /** `null`: the transaction has none, and nothing is sent. */
  readonly callback_url: string | null;
  readonly deliveries: readonly Delivery[];
};

/** There may be fewer than 1,000, even none, before the last call. */
export type OrderedRedeliveries = {
  /** Callbacks that are sent again. */
  readonly count: number;
  /** Where to go on; `null`: none is left. */
  readonly next_from: string | null;
};

/** A field of a request, with its constraint. */
export type UsableField = {
  /** Wire path, such as `customer.itn`. */
  readonly path: string;
  readonly requirement: 'required' | 'conditional' | 'optional';
  /** Required only when this optional object is sent. */
  readonly only_with?: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object';
  /** `email`, `uri`, `date`, `date-time`, `ip`, `bcp47`, `iso-3166-1-alpha-2`. */
  readonly format?: string;
  /** Regular expression, with the `u` flag. */
  readonly pattern?: string;
  readonly enum?: readonly string[];
  /** In code points. */
  readonly min_length?: number;
  /** In code points. */
  readonly max_length?: number;
  readonly minimum?: number;
  readonly exclusive_minimum?: number;
  readonly maximum?: number;
  /** What a value that does not fit is refused with. */
  readonly problem: string;
  /** Further forms, for when another field has one of these values. */
  readonly when?: readonly {
    readonly path: string;
    readonly is: readonly string[];
    readonly must: {
      readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object';
      readonly format?: string;
      readonly pattern?: string;
      readonly enum?: readonly string[];
      readonly min_length?: number;
      readonly max_length?: number;
      readonly minimum?: number;
      readonly exclusive_minimum?: number;
      readonly maximum?: number;
      readonly problem: string;
    };
  }[];
  readonly example?: unknown;
};

/** What refunds of a payment method are possible for the project (contract §15.5). */
export type MethodRefund = {
  /** A payment can be given back the way it was paid. */
  readonly possible: boolean;
  /** Whole days from the end of the payment on, rounded down; `null` for ever, or not possible. */
  readonly days: number | null;
  /** Several refunds of a payment, one, or only the whole; `null` where none is possible. */
  readonly parts: 'several' | 'one' | 'whole' | null;
  /** The payout method of your project that can pay the customer instead. */
  readonly instead: string | null;
};

/** A method, as the project of the key can use it. */
export type UsableMethod = {
  readonly method: string;
  /** Other names that `widget.method` takes. */
  readonly aliases: readonly string[];
  readonly direction: 'payin' | 'payout';
  /** `hpp` is named by `widget.method`. */
  readonly style: 'h2h' | 'hpp';
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly currencies: readonly string[];
  /** What may have to be done next. */
  readonly challenges: readonly string[];
  /** How long a payment may be paid. */
  readonly window_seconds?: number;
  /** Only payins have it. */
  readonly refund?: MethodRefund;
  readonly fields: readonly UsableField[];
  /** A request with nothing but what the catalogue requires. */
  readonly example: Readonly<Record<string, unknown>>;
};

/** The methods that the project of the key can use. */
export type UsableMethods = {
  readonly methods: readonly UsableMethod[];
  readonly timestamp: string;
};
