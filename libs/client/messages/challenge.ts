import type { Bank } from './answers.js';

/** What the customer, or you, must do next (specification §2.8; the last three on the hosted page). */
export type PaymentChallenge =
  | { readonly challenge_type: 'redirect'; readonly challenge_redirect: { readonly url: string } }
  | { readonly challenge_type: 'ussd'; readonly type: 'ussd'; readonly ussd: { readonly code: string } }
  | {
      readonly challenge_type: 'bank_transfer_mexico';
      readonly bank_transfer_mexico: { readonly clabe: string };
    }
  | { readonly challenge_type: 'qr'; readonly qr: { readonly payload: string } }
  | {
      readonly challenge_type: 'multibanco';
      readonly multibanco: { readonly entity: string; readonly reference: string };
    }
  | {
      readonly challenge_type: 'voucher';
      readonly voucher: { readonly number: string; readonly pay_by: string };
    };

export type PayoutChallenge = {
  readonly challenge_type: 'bank_code';
  readonly challenge_bank_code: readonly Bank[];
};
