import type { FinalStatus, Status } from '../final-status.js';
import type { PaymentChallenge, PayoutChallenge } from './challenge.js';
import type { Meta } from './request-parts.js';

/** What is known of a transaction (contract §8). Amounts as they were sent, dates in ISO 8601. */
type Transaction = {
  readonly type: 'payment' | 'payout';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly mode: string;
  readonly currency: string;
  readonly amount: string;
  readonly status: Status;
  readonly error_code: number;
  readonly error_reason: string;
  readonly error_description?: string;
  /** `intention`: the customer never opened the hosted page. */
  readonly expired_at_stage?: string;
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  readonly card?: { readonly first6: string; readonly last4: string; readonly brand: string };
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
};

/** What the check endpoints add. */
type Standing<Challenge> = {
  readonly challenge?: Challenge;
  readonly provider?: string;
  readonly billing_amount: string;
  readonly billing_currency: string;
  readonly history: readonly StatusChange[];
  readonly callback: {
    readonly event_id?: string;
    readonly state: 'none' | 'pending' | 'paused' | 'delivered' | 'stopped' | 'exhausted';
    readonly attempts: number;
    readonly next_attempt: string | null;
  };
};

export type StatusChange = {
  readonly status: Status;
  readonly date: string;
  readonly source: 'api' | 'provider' | 'lookup' | 'customer' | 'timer' | 'operator';
};

export type PaymentRecord = Transaction &
  Standing<PaymentChallenge> & { readonly type: 'payment'; readonly redirect_url?: string };

export type PayoutRecord = Transaction & Standing<PayoutChallenge> & { readonly type: 'payout' };

/** A final result: the body of a callback, and an entry of the feed. The same event may come more than once. */
export type FinalEvent = Transaction & {
  readonly event_id: string;
  readonly status: FinalStatus;
  readonly finished_date: string;
};
