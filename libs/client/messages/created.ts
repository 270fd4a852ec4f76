import type { PaymentRecord, PayoutRecord } from './record.js';
import type { RefundRecord } from './refund-record.js';

/** A registered transaction. Look at `error_code` first, then at `status`, then at `challenge` (specification §2.7). */
type Created = Pick<
  PaymentRecord,
  | 'identifier'
  | 'reference'
  | 'request_id'
  /** Not 0: it was registered, and has failed. */
  | 'error_code'
  | 'error_reason'
  | 'error_description'
  /** The name alone, also where the wire has an object of name and date. */
  | 'status'
>;

export type CreatedPayment = Created & Pick<PaymentRecord, 'challenge' | 'expires_date' | 'redirect_url'>;

export type CreatedPayout = Created & Pick<PayoutRecord, 'challenge' | 'expires_date'>;

/** The amount is that of the request or, where it had none, all that was left of the payment. */
export type CreatedRefund = Pick<
  RefundRecord,
  | 'identifier'
  | 'reference'
  | 'request_id'
  /** Not 0: it was registered, and has failed. */
  | 'error_code'
  | 'error_reason'
  | 'error_description'
  | 'status'
  | 'payment_identifier'
  | 'payment_reference'
  | 'method'
  | 'currency'
  | 'amount'
>;
