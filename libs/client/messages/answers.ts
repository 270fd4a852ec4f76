import type { FinalEvent, ListedTransaction, Status } from './record.js';

export type Balances = {
  readonly balances: readonly {
    readonly currency: string;
    /** Exact decimals. */
    readonly available: string;
    readonly reserved: string;
  }[];
  readonly timestamp: string;
};

export type EntriesQuery = PageQuery & {
  /** ISO 4217; absent: any. */
  readonly currency?: string | undefined;
};

export type EntryPage = {
  /** Oldest first. */
  readonly entries: readonly BalanceEntry[];
  /** Where the next page begins; an empty page repeats it. */
  readonly next_after: string;
};

type Account = 'funding' | 'available' | 'reserved' | 'clearing' | 'collected';

/** An amount that moved from one account to another. */
export type BalanceEntry = {
  readonly entry_id: string;
  readonly date: string;
  readonly kind: 'top_up' | 'reserve' | 'settle' | 'release' | 'adjust' | 'collect';
  readonly currency: string;
  /** Exact decimals. */
  readonly amount: string;
  readonly from: Account;
  readonly to: Account;
  /** Null on a top-up. */
  readonly identifier: string | null;
  readonly reference: string | null;
};

export type EventPage = {
  /** At most 100, in their order. */
  readonly events: readonly FinalEvent[];
  /** Where the next page begins. */
  readonly next_after: string;
};

/** How the pages of a list are asked for. */
export type PageQuery = {
  /** 1–100; absent: 50. */
  readonly limit?: number | undefined;
  /** `next_after` of the page before; absent: from the start. */
  readonly after?: string | undefined;
};

/** Absent: any. */
export type TransactionsQuery = PageQuery & {
  readonly type?: 'payment' | 'payout' | undefined;
  readonly status?: readonly Status[] | undefined;
  readonly method?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** ISO 8601 with an offset; inclusive. */
  readonly created_from?: string | undefined;
  /** ISO 8601 with an offset; exclusive. */
  readonly created_to?: string | undefined;
};

export type TransactionPage = {
  /** Newest first. There may be fewer than asked for, even none, before the last page. */
  readonly transactions: readonly ListedTransaction[];
  /** Where the next page begins; null: this is the last one. */
  readonly next_after: string | null;
};

export type CallbackStatus = 'none' | 'pending' | 'paused' | 'delivered' | 'stopped' | 'exhausted';

export type CallbacksQuery = PageQuery & {
  /** Absent: any. */
  readonly state?: readonly CallbackStatus[] | undefined;
};

export type CallbackPage = {
  /** Newest first. There may be fewer than asked for, even none, before the last page. */
  readonly callbacks: readonly SentCallback[];
  /** Where the next page begins; null: this is the last one. */
  readonly next_after: string | null;
};

/** How far a callback has come. */
export type SentCallback = {
  readonly event_id: string;
  readonly identifier: string;
  readonly reference: string;
  readonly state: CallbackStatus;
  readonly attempts: number;
  readonly next_attempt: string | null;
  /** Null: the transaction has none, and nothing is sent. */
  readonly callback_url: string | null;
};

export type CallbackWithDeliveries = SentCallback & {
  /** The latest hundred, oldest first. */
  readonly deliveries: readonly Delivery[];
};

/** Which callbacks are sent again, by the time at which their transactions became final; ISO 8601. */
export type RedeliveryRequest = {
  /** Inclusive. */
  readonly from: string;
  /** Exclusive; absent: until now. */
  readonly to?: string | undefined;
  /** Absent: `exhausted` and `stopped`. */
  readonly states?: readonly Exclude<CallbackStatus, 'none'>[] | undefined;
};

export type OrderedRedeliveries = {
  /** At most 1,000. There may be fewer, even none, before the last call. */
  readonly count: number;
  /** The `from` of the next call; null: none is left. */
  readonly next_from: string | null;
};

/** What came of one attempt. */
export type Delivery = {
  readonly date: string;
  /** HTTP; null: there was no answer. */
  readonly status: number | null;
  readonly error: 'timeout' | 'refused' | 'reset' | 'dns' | 'tls' | 'forbidden_address' | 'too_large' | null;
  readonly duration_ms: number;
};

/** What the key's project can use. */
export type UsableMethods = { readonly methods: readonly UsableMethod[]; readonly timestamp: string };

export type UsableMethod = {
  readonly method: string;
  readonly aliases: readonly string[];
  readonly direction: 'payin' | 'payout';
  readonly style: 'h2h' | 'hpp';
  readonly country?: string;
  readonly currencies: readonly string[];
  readonly challenges: readonly string[];
  readonly window_seconds?: number;
  /** What the request may hold and must hold, with its forms. */
  readonly fields: readonly UsableField[];
  /** A body that is accepted. */
  readonly example: Readonly<Record<string, unknown>>;
};

export type UsableField = {
  readonly path: string;
  readonly requirement: string;
  readonly [constraint: string]: unknown;
};
