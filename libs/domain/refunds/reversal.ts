/**
 * What can happen to money after a success (contract §15.8): a refund or payout came back (`returned`), a payment was refunded
 * in the provider's panel (`provider_refund`), the payer's bank took it back (`chargeback`), that money is ours again
 * (`chargeback_won`), or the bank only asks (`inquiry`).
 */
export const reversalKinds = [
  'returned',
  'provider_refund',
  'chargeback',
  'chargeback_won',
  'inquiry',
] as const;
export type ReversalKind = (typeof reversalKinds)[number];

/** A provider's word about the money of an attempt after its success. Free of personal data. */
export type ReportedReversal = {
  readonly kind: ReversalKind;
  /** Our reference of the attempt that it is about. */
  readonly providerReference: string;
  /**
   * The provider's own key of this fact: the same fact has the same key however often it is told. The key of a
   * `provider_refund` is the provider's id of that refund, because a provider that keeps no reference of ours lists our
   * own refunds in the same way: a key that is the id of one of them tells nothing new.
   */
  readonly key: string;
  /** Decimal string in major units. */
  readonly amount: string;
  readonly currency: string;
  /** The provider's own id of the dispute. */
  readonly case?: string;
  /** The provider's code, never free text. */
  readonly reason?: string;
  /** ISO 8601 UTC. */
  readonly respondBy?: string;
};

/** The ways by which we hear of a reversal: callback and look-up, or the provider's statement. */
export const reversalWays = ['report', 'statement'] as const;
export type ReversalWay = (typeof reversalWays)[number];

/** `recorded`: nothing is posted, because no money moves, or a person decides. `dismissed`: a person has found no money moved. */
export const reversalStates = ['recorded', 'posted', 'dismissed'] as const;
export type ReversalState = (typeof reversalStates)[number];
