/** What a transaction is, wherever it is held: in memory, in Postgres, in a flow. */

export type TransactionType = 'payment' | 'payout';
export type Style = 'h2h' | 'hpp';

/** Specification §3. */
export const transactionStatuses = [
  'new',
  'created',
  'pending',
  'success',
  'declined',
  'error',
  'expired',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const finalStatuses = ['success', 'declined', 'error', 'expired'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

export function isFinal(status: TransactionStatus): status is FinalStatus {
  return (finalStatuses as readonly string[]).includes(status);
}

/** Who moved a transaction to its status (contract §8, `history[].source`). */
export type StatusSource = 'api' | 'provider' | 'lookup' | 'customer' | 'timer' | 'operator';

/** An exact amount: a decimal string as the merchant wrote it, in major units, and an ISO 4217 code. */
export type Money = { readonly amount: string; readonly currency: string };

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
