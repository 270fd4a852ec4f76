// Written from the schema of the record (`libs/domain/wire/record.ts`) by `npm run generate`.

import type { Reversal } from './reversal.js';

/** Specification §3. */
export type Status = 'new' | 'created' | 'pending' | 'success' | 'declined' | 'error' | 'expired';

/** Never left. */
export type FinalStatus = 'success' | 'declined' | 'error' | 'expired';

/** One entry of a history. */
export type StatusChange = {
  readonly status: Status;
  readonly date: string;
  readonly source: 'api' | 'provider' | 'lookup' | 'customer' | 'merchant' | 'timer' | 'operator';
};

/** How far a callback has come. */
export type CallbackStatus = 'none' | 'pending' | 'paused' | 'delivered' | 'stopped' | 'exhausted';

/** Specification §2.4. */
export type Meta = Readonly<Record<string, string | number | boolean>>;

/** Specification §2.9. */
export type Bank = { readonly name: string; readonly code: string; readonly country: string };

/** What the customer, or you, must do next (specification §2.8; `qr`, `multibanco` and `voucher` on the hosted page). */
export type PaymentChallenge =
  | {
      readonly challenge_type: 'redirect';
      readonly type?: 'redirect';
      readonly challenge_redirect: { readonly url: string };
    }
  | { readonly challenge_type: 'ussd'; readonly type?: 'ussd'; readonly ussd: { readonly code: string } }
  | {
      readonly challenge_type: 'bank_transfer_mexico';
      readonly type?: 'bank_transfer_mexico';
      readonly bank_transfer_mexico: { readonly clabe: string };
    }
  | { readonly challenge_type: 'qr'; readonly type?: 'qr'; readonly qr: { readonly payload: string } }
  | {
      readonly challenge_type: 'multibanco';
      readonly type?: 'multibanco';
      readonly multibanco: { readonly entity: string; readonly reference: string };
    }
  | {
      readonly challenge_type: 'voucher';
      readonly type?: 'voucher';
      readonly voucher: { readonly number: string; readonly pay_by: string };
    };

/** What you must do next (specification §2.10). */
export type PayoutChallenge = {
  readonly challenge_type: 'bank_code';
  readonly type?: 'bank_code';
  readonly challenge_bank_code: readonly Bank[];
};

/** What a request may have, and a record then has, too. */
export type Echoed = {
  /** The merchant's own. */
  readonly description?: string;
};

/** What is known of a transaction (contract §8). Amounts as they were sent, dates in ISO 8601. */
export type PaymentRecord = {
  readonly type: 'payment';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly mode: 'initial';
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: Status;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** `intention`: the customer never opened the page. Present when it expired before it was paid. */
  readonly expired_at_stage?: string;
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  /** Present when its card is known. */
  readonly card?: { readonly first6: string; readonly last4: string; readonly brand: string };
  /** Present when details of its transfer were sent. */
  readonly transfer_details?: {
    readonly submitted_date: string;
    readonly outcome: 'taken' | 'refused' | 'not_supported' | null;
  };
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
  /** Major units, exact, as it was sent. */
  readonly billing_amount: string;
  readonly billing_currency: string;
  /** Present when a route is chosen. */
  readonly provider?: string;
  /** What is to be done next. Present when something is to be done. */
  readonly challenge?: PaymentChallenge;
  /** Until when. Present when the customer can still pay, or the bank can still be chosen. */
  readonly expires_date?: string;
  /** Present when it has a hosted page. */
  readonly redirect_url?: string;
  readonly history: readonly StatusChange[];
  readonly callback: {
    readonly event_id?: string;
    readonly state: CallbackStatus;
    readonly attempts: number;
    readonly next_attempt: string | null;
  };
  /** Major units, with all decimals of the currency. Present when it is a payment that succeeded. */
  readonly refunded_amount?: string;
  /** Major units, with all decimals of the currency. Present when it is a payment that succeeded. */
  readonly charged_back_amount?: string;
  /** What a refund without an amount would give back now. Present when it is a payment that succeeded, and its provider can refund it. */
  readonly refundable_amount?: string;
  /** Before when a refund must be registered. Present when it is a payment that succeeded, its provider can refund it, and the time for that is limited. */
  readonly refundable_until?: string;
  /** The latest, oldest first. Present when it is a payment that succeeded. */
  readonly refunds?: readonly {
    readonly reference: string;
    readonly identifier: string;
    readonly amount: string;
    readonly status: Status;
    readonly returned_amount: string;
    readonly created_date: string;
    readonly finished_date: string | null;
  }[];
  /** What happened to its money since, oldest first. Present when it succeeded, or is a refund. */
  readonly reversals?: readonly Reversal[];
};

/** What is known of a transaction (contract §8). Amounts as they were sent, dates in ISO 8601. */
export type PayoutRecord = {
  readonly type: 'payout';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly mode: 'initial';
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: Status;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  /** Present when its bank was chosen or given. */
  readonly bank?: { readonly code: string; readonly name: string | null };
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
  /** Major units, exact, as it was sent. */
  readonly billing_amount: string;
  readonly billing_currency: string;
  /** Present when a route is chosen. */
  readonly provider?: string;
  /** What is to be done next. Present when something is to be done. */
  readonly challenge?: PayoutChallenge;
  /** Until when. Present when the customer can still pay, or the bank can still be chosen. */
  readonly expires_date?: string;
  /** As given, account number and PIX key masked to their last four. Present when they were given and are not purged. */
  readonly requisites?: Readonly<Record<string, string>>;
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

/** The end of a payment or payout: the body of a callback, and an entry of the feed. The same event may come more than once. */
export type FinalEvent = {
  readonly event_id: string;
  readonly type: 'payment' | 'payout';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly mode: 'initial';
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: FinalStatus;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** `intention`: the customer never opened the page. Present when it expired before it was paid. */
  readonly expired_at_stage?: string;
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string;
  /** Present when its card is known. */
  readonly card?: { readonly first6: string; readonly last4: string; readonly brand: string };
  /** Present when its bank was chosen or given. */
  readonly bank?: { readonly code: string; readonly name: string | null };
  /** Present when details of its transfer were sent. */
  readonly transfer_details?: {
    readonly submitted_date: string;
    readonly outcome: 'taken' | 'refused' | 'not_supported' | null;
  };
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
};

/** One of the merchant’s transactions, as their list has it (contract §7). */
export type ListedTransaction = {
  /** Present when it is final. */
  readonly event_id?: string;
  readonly type: 'payment' | 'payout';
  readonly identifier: string;
  readonly reference: string;
  readonly request_id: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly mode: 'initial';
  readonly currency: string;
  /** Major units, exact, as it was sent. */
  readonly amount: string;
  readonly status: Status;
  /** 0 is success, anything else a row of the error table. */
  readonly error_code: number;
  readonly error_reason: string;
  /** Present when it has failed. */
  readonly error_description?: string;
  /** `intention`: the customer never opened the page. Present when it expired before it was paid. */
  readonly expired_at_stage?: string;
  /** The merchant's own. Present when the request has it. */
  readonly description?: string;
  readonly created_date: string;
  readonly finished_date: string | null;
  /** Present when its card is known. */
  readonly card?: { readonly first6: string; readonly last4: string; readonly brand: string };
  /** Present when its bank was chosen or given. */
  readonly bank?: { readonly code: string; readonly name: string | null };
  /** Present when details of its transfer were sent. */
  readonly transfer_details?: {
    readonly submitted_date: string;
    readonly outcome: 'taken' | 'refused' | 'not_supported' | null;
  };
  readonly extra: { readonly meta: Meta };
  readonly timestamp: string;
  /** Major units, exact, as it was sent. */
  readonly billing_amount: string;
  readonly billing_currency: string;
  /** Present when a route is chosen. */
  readonly provider?: string;
  /** Until when. Present when the customer can still pay, or the bank can still be chosen. */
  readonly expires_date?: string;
  /** Major units, with all decimals of the currency. Present when it is a payment that succeeded. */
  readonly refunded_amount?: string;
  /** Major units, with all decimals of the currency. Present when it is a payment that succeeded. */
  readonly charged_back_amount?: string;
};
