/** What happened to the money (contract §15.8). */
export type ReversalKind = 'returned' | 'provider_refund' | 'chargeback' | 'chargeback_won' | 'inquiry';

/** A fact about the money of a transaction after its success (contract §15.8). The transaction itself stays as it is. */
export type Reversal = {
  readonly type: 'reversal';
  readonly reversal_id: string;
  readonly kind: ReversalKind;
  readonly transaction_type: 'payment' | 'payout' | 'refund';
  /** Of the transaction, like `reference` and `currency`. */
  readonly identifier: string;
  readonly reference: string;
  readonly currency: string;
  /** Major units, with all decimals of the currency. */
  readonly amount: string;
  readonly state: 'recorded' | 'posted' | 'dismissed';
  /** The provider's own id of the case; `null`: not known. */
  readonly case: string | null;
  /** The provider's own code; `null`: not known. */
  readonly reason: string | null;
  /** Until when the case can be answered in the provider's panel; `null`: not known. */
  readonly respond_by: string | null;
  readonly created_date: string;
  /** `null`: not posted. */
  readonly posted_date: string | null;
};

/** A reversal: the body of a callback, and an entry of the feed. The same event may come more than once. */
export type ReversalEvent = Reversal & { readonly event_id: string; readonly timestamp: string };

/** Newest first. There may be fewer entries than asked for, even none, before the last page. */
export type ReversalPage = {
  readonly reversals: readonly Reversal[];
  /** Where the next page begins; `null`: this is the last one. */
  readonly next_after: string | null;
};
