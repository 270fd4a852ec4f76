import type { RoutedType } from '#domain/transaction/status';
import { cardBody, cardPageBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';

export type Meta = Readonly<Record<string, string>>;
export type Body = Readonly<Record<string, unknown>>;

/** What must be found nowhere afterwards, and what nothing else here contains. The card number is a valid one. */
export const canary = {
  pan: '4539578763621486',
  cvv: '947',
  beneficiary: { first_name: 'Quorvexina', last_name: 'Zynterblum' },
  account: '70418293655',
  pixKey: 'quorvexina.z@keys.example',
} as const;

/** A card as the customer of a hosted page enters it. */
export const enteredCanary = {
  pan: canary.pan,
  exp_month: '12',
  exp_year: '31',
  cvv: canary.cvv,
  holder_name: 'Ada Byron',
} as const;

export const paymentBodies = {
  ideal: (_, meta) => idealBody(meta),
  ussd: (shopUrl, meta, callbackUrl) => ({ ...ussdBody(shopUrl, meta), callback_url: callbackUrl }),
  card: (_, meta) => ({
    ...cardBody(canary.pan, meta),
    card: { pan: canary.pan, exp_month: '12', exp_year: '2031', cvv: canary.cvv, holder_name: 'Ada Byron' },
  }),
  cardPage: (_, meta) => cardPageBody(meta),
  pix: (_, meta) => pixBody(meta),
} as const satisfies Readonly<Record<string, MakeBody>>;

type MakeBody = (shopUrl: string, meta: Meta, callbackUrl: string) => Body;

const beneficiary = {
  beneficiary_first_name: canary.beneficiary.first_name,
  beneficiary_last_name: canary.beneficiary.last_name,
};

/** Of these an African one without a bank gets a bank-code challenge. */
export const payoutBodies = {
  pixPayout: (meta, callbackUrl) => ({
    method: 'pix',
    currency: 'BRL',
    amount: 40.5,
    customer: { identifier: 'c-4', ...canary.beneficiary },
    pix: {
      name: `${canary.beneficiary.first_name} ${canary.beneficiary.last_name}`,
      account: canary.pixKey,
      account_type: 'EMAIL',
    },
    callback_url: callbackUrl,
    extra: { meta },
  }),
  bolivia: (meta, callbackUrl) => ({
    method: 'bank_transfer_bolivia',
    currency: 'BOB',
    amount: 150,
    customer: { identifier: 'c-5', country: 'BO' },
    bank_transfer_bolivia: {
      bank_code: '5',
      account_number: canary.account,
      account_type: 'SAVINGS',
      ...beneficiary,
    },
    callback_url: callbackUrl,
    extra: { meta },
  }),
  africa: (meta, callbackUrl, bank) => ({
    method: 'bank_transfer_africa',
    currency: 'NGN',
    amount: 10000,
    customer: { identifier: 'c-6' },
    bank_transfer_africa: {
      ...(bank === undefined ? {} : { bank_code: bank }),
      account_number: canary.account,
      ...beneficiary,
    },
    callback_url: callbackUrl,
    extra: { meta },
  }),
} as const satisfies Readonly<Record<string, MakePayoutBody>>;

/** A body with its scenario where the sandbox's Paystack face reads it: in the customer's or the payout's fields for Paystack. */
export const toldToPaystack = {
  payment: (body: Body, scenario: string): Body => ({
    ...body,
    customer: { identifier: 'c-7', email: `ada+${scenario}@example.com` },
  }),
  payout: (body: Body, scenario: string): Body => ({ ...body, description: `[${scenario}]` }),
} as const satisfies Readonly<Record<RoutedType, (body: Body, scenario: string) => Body>>;

type MakePayoutBody = (meta: Meta, callbackUrl: string, bank: string | undefined) => Body;
