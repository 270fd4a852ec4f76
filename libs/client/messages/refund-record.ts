// Written from the schema of the record (`libs/domain/wire/record.ts`) by `npm run generate`.

import type { CallbackStatus, FinalStatus, Meta, Status, StatusChange } from './record.js';
import type { Reversal } from './reversal.js';

/** What is known of a refund (contract §15.6). Amounts as they were sent, dates in ISO 8601. */
export type RefundRecord = {
  readonly type: 'refund';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly payment_identifier: string;
  readonly payment_reference: string;
  readonly method: string;
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: Status;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** Present when the request has it. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraud' | 'other';
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
  /** Major units, exact, as it was sent. */
  readonly billing_amount: string;
  readonly billing_currency: string;
  /** Present when a route is chosen. */
  readonly provider?: string;
  /** Until when. Present when the customer can still pay, or the bank can still be chosen. */
  readonly expires_date?: string;
  readonly history: readonly StatusChange[];
  readonly callback: {
    readonly event_id?: string;
    readonly state: CallbackStatus;
    readonly attempts: number;
    readonly next_attempt: string | null;
  };
  /** What happened to its money since, oldest first. Present when it succeeded, or is a refund. */
  readonly reversals?: readonly Reversal[];
};

/** The end of a refund: the body of a callback, and an entry of the feed. The same event may come more than once. */
export type RefundEvent = {
  readonly event_id: string;
  readonly type: 'refund';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly payment_identifier: string;
  readonly payment_reference: string;
  readonly method: string;
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: FinalStatus;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** Present when the request has it. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraud' | 'other';
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string;
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
};

/** One of the merchant’s refunds, as their list has it (contract §15.1). */
export type ListedRefund = {
  /** Present when it is final. */
  readonly event_id?: string;
  readonly type: 'refund';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly payment_identifier: string;
  readonly payment_reference: string;
  readonly method: string;
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: Status;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** Present when the request has it. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraud' | 'other';
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
  /** Major units, exact, as it was sent. */
  readonly billing_amount: string;
  readonly billing_currency: string;
  /** Present when a route is chosen. */
  readonly provider?: string;
  /** Until when. Present when the customer can still pay, or the bank can still be chosen. */
  readonly expires_date?: string;
};
