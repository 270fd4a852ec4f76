/** What a merchant knows of a customer's bank transfer (contract §7). Personal: never logged, never in a workflow. */
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
 * What a provider says to transfer details:
 * - `taken`: it has them, now or since an earlier call.
 * - `refused`: it has said in so many words that it does not take these.
 * - `noAnswer`: everything else; to be passed on again.
 */
export type TransferDetailsResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'noAnswer'; readonly detail: string };

/** What a provider says to transfer details that are passed on to it. */
export const transferOutcomes = ['taken', 'refused', 'not_supported'] as const;

/** How far transfer details have come; `outcome` is absent until their provider has answered. */
export type SentTransfer = {
  readonly submittedAt: Date;
  readonly outcome: (typeof transferOutcomes)[number] | undefined;
};
