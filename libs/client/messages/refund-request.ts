import type { Meta, RefundRecord } from './record.js';

/** A body of `POST /v2/refund` (contract §15.1). */
export type RefundRequest = {
  /** Your own id of it, unique for your refunds: 1 to 128 characters. */
  readonly reference: string;
  /** The `reference` of the payment that is given back. */
  readonly payment_reference: string;
  /** Exact decimal in major units, such as `4.50`. Leave the field out to give back all that is left of the payment. */
  readonly amount?: string;
  /** ISO 4217; that of the payment, which is taken without it. */
  readonly currency?: string;
  readonly reason?: NonNullable<RefundRecord['reason']>;
  /** Up to 140 characters, passed to the provider and, where the rail can, shown to the customer. */
  readonly description?: string;
  readonly callback_url?: string;
  readonly extra?: { readonly meta?: Meta };
};
