import type { JsonScalar } from '../values/json.js';
import type { RefundReason } from './refund-reason.js';

/** The longest `description` of a refund, in code points: what a Pix refund can show the customer. */
export const refundDescriptionMax = 140;

/** An accepted body of `POST /v2/refund`: complete and well formed; nothing is known of the payment yet. */
export type RefundRequest = {
  readonly reference: string;
  /** The merchant's reference of the payment. */
  readonly paymentReference: string;
  /** Major units, exactly as written; absent: all that is left. */
  readonly amount?: string;
  /** ISO 4217; absent: the payment's. */
  readonly currency?: string;
  readonly reason?: RefundReason;
  /** For the provider, and for the customer where the rail can show it. */
  readonly description?: string;
  readonly callbackUrl?: string;
  /** Numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  /** JSON text of `extra.meta`, numbers as written: what is stored and echoed. */
  readonly metaText: string;
};
