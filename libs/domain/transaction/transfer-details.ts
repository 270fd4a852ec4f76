/** A merchant's details of a customer's bank transfer (contract §7). Personal data: never logged, never in a workflow. */
export type TransferDetails = {
  /** The clave de rastreo: 1 to 30 letters and digits. */
  readonly trackingKey: string;
  readonly senderBank?: string;
  /** 18 digits with a correct check digit. */
  readonly senderClabe?: string;
  /** ISO 8601, as the merchant wrote it. */
  readonly transferredAt?: string;
};

/**
 * A provider's answer to transfer details:
 * - `taken`: it has them, now or since an earlier call.
 * - `refused`: its answer says explicitly that it does not accept them.
 * - `noAnswer`: everything else; to be passed on again.
 */
export type TransferDetailsResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'noAnswer'; readonly detail: string };

/** Final outcomes of transfer details that were passed on to the provider. */
export const transferOutcomes = ['taken', 'refused', 'not_supported'] as const;

/** Transfer details in a record; `outcome` is absent until the provider has answered. */
export type SentTransfer = {
  readonly submittedAt: Date;
  readonly outcome: (typeof transferOutcomes)[number] | undefined;
};
