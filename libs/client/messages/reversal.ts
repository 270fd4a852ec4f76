// Written from the schema of the record (`libs/domain/wire/record.ts`) by `npm run generate`.

/** What happened to the money (contract §15.8). */
export type ReversalKind = 'returned' | 'provider_refund' | 'chargeback' | 'chargeback_won' | 'inquiry';

/** A fact about the money of a transaction after its success (contract §15.8). The transaction itself stays as it is. */
export type Reversal = {
  readonly type: 'reversal';
  readonly reversal_id: string;
  readonly kind: ReversalKind;
  readonly transaction_type: 'payment' | 'payout' | 'refund';
  readonly identifier: string;
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Major units, with all decimals of the currency. */
  readonly amount: string;
  readonly state: 'recorded' | 'posted' | 'dismissed';
  /** The provider's own id of the dispute. */
  readonly case: string | null;
  /** The provider's code. */
  readonly reason: string | null;
  /** Until when it can be answered, in the provider's panel. */
  readonly respond_by: string | null;
  readonly created_date: string;
  readonly posted_date: string | null;
};

/** A reversal: the body of a callback, and an entry of the feed. The same event may come more than once. */
export type ReversalEvent = {
  readonly event_id: string;
  readonly type: 'reversal';
  readonly reversal_id: string;
  readonly kind: ReversalKind;
  readonly transaction_type: 'payment' | 'payout' | 'refund';
  readonly identifier: string;
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Major units, with all decimals of the currency. */
  readonly amount: string;
  readonly state: 'recorded' | 'posted' | 'dismissed';
  /** The provider's own id of the dispute. */
  readonly case: string | null;
  /** The provider's code. */
  readonly reason: string | null;
  /** Until when it can be answered, in the provider's panel. */
  readonly respond_by: string | null;
  readonly created_date: string;
  readonly posted_date: string | null;
  readonly timestamp: string;
};
