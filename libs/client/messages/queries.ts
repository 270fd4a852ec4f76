import type { CallbackStatus, Status } from './record.js';

/** The page of a list. */
export type PageQuery = {
  /** 1–100; absent: 50. */
  readonly limit?: number | undefined;
  /** `next_after` of the page before; absent: from the start. */
  readonly after?: string | undefined;
};

export type EntriesQuery = PageQuery & {
  /** ISO 4217; absent: any. */
  readonly currency?: string | undefined;
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

export type CallbacksQuery = PageQuery & {
  /** Absent: any. */
  readonly state?: readonly CallbackStatus[] | undefined;
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
