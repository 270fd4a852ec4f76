import type { Status } from '../final-status.js';
import type { PaymentChallenge, PayoutChallenge } from './challenge.js';

/** A registered transaction. Look at `error_code` first, then at `status`, then at `challenge` (specification §2.7). */
type Created = {
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  /** Not 0: it was registered, and has failed. */
  readonly error_code: number;
  readonly error_reason: string;
  readonly error_description?: string | undefined;
  /** The name alone, also where the wire has an object of name and date. */
  readonly status: Status;
};

export type CreatedPayment = Created & {
  readonly challenge?: PaymentChallenge | undefined;
  /** The hosted page. */
  readonly redirect_url?: string | undefined;
};

export type CreatedPayout = Created & { readonly challenge?: PayoutChallenge | undefined };
