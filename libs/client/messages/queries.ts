import type { CallbackStatus, Status } from './record.js';
import type { RefundRecord } from './refund-record.js';
import type { ReversalKind } from './reversal.js';

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

export type DailyReportQuery = {
  /** `YYYY-MM-DD`, in the project's `reports.timezone`. */
  readonly date: string;
  /** ISO 4217; absent: any. */
  readonly currency?: string | undefined;
  /** Absent: any. */
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
};

export type ReportLinesQuery = PageQuery & Pick<DailyReportQuery, 'date'>;

/** When the entries of a list were created, in ISO 8601 with an offset; absent: at any time. */
type CreatedQuery = {
  /** Inclusive. */
  readonly created_from?: string | undefined;
  /** Exclusive. */
  readonly created_to?: string | undefined;
};

/** Absent: any. */
export type TransactionsQuery = PageQuery &
  CreatedQuery & {
    readonly type?: 'payment' | 'payout' | undefined;
    readonly status?: readonly Status[] | undefined;
    readonly method?: string | undefined;
    /** ISO 4217. */
    readonly currency?: string | undefined;
  };

/** Absent: any. */
export type RefundsQuery = PageQuery &
  CreatedQuery & {
    readonly payment_reference?: string | undefined;
    readonly status?: readonly RefundRecord['status'][] | undefined;
    /** ISO 4217. */
    readonly currency?: string | undefined;
  };

/** Absent: any. `reference` only together with `transaction_type`. */
export type ReversalsQuery = PageQuery &
  CreatedQuery & {
    readonly kind?: readonly ReversalKind[] | undefined;
    readonly transaction_type?: 'payment' | 'payout' | 'refund' | undefined;
    /** That of the transaction. */
    readonly reference?: string | undefined;
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
