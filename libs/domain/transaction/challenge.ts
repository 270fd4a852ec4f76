/** What the merchant or the customer must do next (specification §2.8; the last three are shown on the hosted page). */
export type Challenge =
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'ussd'; readonly code: string; readonly instructionsUrl?: string }
  | { readonly type: 'bank_transfer_mexico'; readonly clabe: string; readonly instructionsUrl?: string }
  | { readonly type: 'bank_code'; readonly banks: readonly Bank[] }
  | { readonly type: 'qr'; readonly payload: string; readonly instructionsUrl?: string }
  | {
      readonly type: 'multibanco';
      readonly entity: string;
      readonly reference: string;
      readonly instructionsUrl?: string;
    }
  | {
      readonly type: 'voucher';
      readonly number: string;
      /** An instant, or a date alone; ISO 8601. */
      readonly payBy: string;
      /** Names of shops that take it, as the provider gives them. */
      readonly places?: readonly string[];
      readonly instructionsUrl?: string;
    };
export type ChallengeType = Challenge['type'];

/** Specification §2.9. `country` is ISO 3166-1 alpha-2. */
export type Bank = { readonly name: string; readonly code: string; readonly country: string };
