// Written from the schemas of answers (`libs/domain/wire`) by `npm run generate`.

/** The money of one provider, method and currency on one day (contract §16.6). */
export type ReportRow = {
  readonly provider: string;
  readonly method: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Held by the provider when the day began: the `closing` of the day before. */
  readonly opening: string;
  /** Major units, with all decimals of the currency. */
  readonly payments: string;
  /** Major units, with all decimals of the currency. */
  readonly refunds: string;
  /** Major units, with all decimals of the currency. */
  readonly refunds_returned: string;
  /** Major units, with all decimals of the currency. */
  readonly provider_refunds: string;
  /** Major units, with all decimals of the currency. */
  readonly chargebacks: string;
  /** Major units, with all decimals of the currency. */
  readonly chargebacks_won: string;
  /** Major units, with all decimals of the currency. */
  readonly payouts: string;
  /** Major units, with all decimals of the currency. */
  readonly payouts_returned: string;
  /** Of the provider; only with the project’s `reports.fees`. */
  readonly fees?: string;
  /** What the provider has paid out. */
  readonly settled: string;
  /** Held when the day ended: `opening` and what came in (payments, refunds_returned, chargebacks_won, payouts_returned), less what went out. */
  readonly closing: string;
  /** The part of `closing` that stands on no statement of the provider yet; negative where more went out. */
  readonly in_transit: string;
  readonly counts: {
    readonly payments: number;
    readonly refunds: number;
    readonly refunds_returned: number;
    readonly provider_refunds: number;
    readonly chargebacks: number;
    readonly chargebacks_won: number;
    readonly payouts: number;
    readonly payouts_returned: number;
    readonly fees?: number;
    readonly settled: number;
  };
};

/** A day of the money that providers hold for the merchant. */
export type DailyReport = {
  readonly date: string;
  /** `closed`: this answer never changes. */
  readonly state: 'open' | 'closed';
  readonly rows: readonly ReportRow[];
  /** Of a closed day that of its closing. */
  readonly timestamp: string;
};

/** An entry that the rows of a day are made of. */
export type ReportLine = {
  /** Unique; says nothing about the order. */
  readonly line_id: string;
  /** When it was posted. */
  readonly date: string;
  readonly kind:
    | 'payment'
    | 'refund'
    | 'refund_returned'
    | 'provider_refund'
    | 'chargeback'
    | 'chargeback_won'
    | 'payout'
    | 'payout_returned'
    | 'fee'
    | 'tax'
    | 'settlement';
  /** Of the transaction; `null`: it belongs to none. */
  readonly identifier: string | null;
  /** Of the transaction; `null`: it belongs to none. */
  readonly reference: string | null;
  readonly provider: string;
  readonly method: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Positive; the kind says the direction. */
  readonly gross: string;
  /** Only with the project’s `reports.fees`. */
  readonly fee?: string;
  /** Positive: what was moved. */
  readonly net: string;
  /** The provider’s payout that it is part of; `null`: not known. */
  readonly settlement: string | null;
  readonly entry_id: string;
  /** The month that was closed when the line of the statement came, as YYYY-MM: the entry counts in a later one; `null`: it came in time. */
  readonly late_for: string | null;
};

/** In an order that never changes; `next_after` is where the next page begins. */
export type ReportLinePage = {
  readonly lines: readonly ReportLine[];
  readonly next_after: string;
};
