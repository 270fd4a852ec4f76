import { newReference } from './merchant.js';

/** Valid payouts of each method; `meta` chooses the sandbox's scenario. */
export type PayoutBody = Readonly<Record<string, unknown>> & { readonly reference: string };
type Meta = Readonly<Record<string, string | number | boolean>>;
type Changes = Readonly<Record<string, unknown>>;

export const payouts = '/v2/payout';
export const confirmations = '/v2/payout/challenge/bank-code';

export function pixPayout(meta: Meta = {}, changes: Changes = {}): PayoutBody {
  return {
    method: 'pix',
    reference: newReference(),
    currency: 'BRL',
    amount: 10.5,
    customer: { identifier: 'c-4', first_name: 'Joao', last_name: 'Silva' },
    pix: { name: 'Joao Silva', account: '52998224725', account_type: 'CPF' },
    extra: { meta },
    ...changes,
  };
}

export function boliviaPayout(meta: Meta = {}, changes: Changes = {}): PayoutBody {
  return {
    method: 'bank_transfer_bolivia',
    reference: newReference(),
    currency: 'BOB',
    amount: 150.5,
    customer: { identifier: 'c-5', country: 'BO' },
    bank_transfer_bolivia: {
      bank_code: '1',
      account_number: '1234567890',
      account_type: 'SAVINGS',
      beneficiary_first_name: 'Luz',
      beneficiary_last_name: "D'Angelo",
    },
    extra: { meta },
    ...changes,
  };
}

/** With its bank: nothing is left to choose. */
export function africaPayout(meta: Meta = {}, changes: Changes = {}): PayoutBody {
  return choicePayout(meta, {
    bank_transfer_africa: { bank_code: knownBank, account_number: '0123456789' },
    ...changes,
  });
}

/** Without a bank: the merchant is offered a choice. */
export function choicePayout(meta: Meta = {}, changes: Changes = {}): PayoutBody {
  return {
    method: 'bank_transfer_africa',
    reference: newReference(),
    currency: 'NGN',
    amount: 1000,
    customer: { identifier: 'c-6', first_name: 'Ada', last_name: 'Obi' },
    extra: { meta },
    ...changes,
  };
}

/** Two Nigerian banks that the sandbox offers, and one that does not exist. */
export const knownBank = '058';
export const otherBank = '044';
export const noBank = 'nobody';
