import { metaOf, type SamplePayout } from './sample-order.js';

/** Payouts (specification §2.10). This one is more than the poor project has. */
export const pixPayout: SamplePayout = (order) => ({
  method: 'pix',
  reference: order.reference,
  currency: 'BRL',
  amount: '1000',
  customer: { identifier: 'tour-br', first_name: 'João', last_name: 'Silva' },
  pix: { name: 'João Silva', account: '52998224725', account_type: 'CPF' },
  extra: { meta: metaOf(order, {}) },
});

export const boliviaPayout: SamplePayout = (order) => ({
  method: 'bank_transfer_bolivia',
  reference: order.reference,
  currency: 'BOB',
  amount: '150.50',
  customer: { identifier: 'tour-bo', country: 'BO' },
  bank_transfer_bolivia: {
    bank_code: '1',
    account_number: '1234567890',
    account_type: 'SAVINGS',
    beneficiary_first_name: 'Luz',
    beneficiary_last_name: 'Mamani',
  },
  extra: { meta: metaOf(order, {}) },
});

/** Without a bank, the gateway asks for one. */
export const africaPayout: SamplePayout = (order) => ({
  method: 'bank_transfer_africa',
  reference: order.reference,
  currency: 'NGN',
  amount: '5000',
  customer: { identifier: 'tour-ng', first_name: 'Chidi', last_name: 'Okafor', country: 'NG' },
  bank_transfer_africa: {
    account_number: '0123456789',
    ...(order.bankCode === undefined ? {} : { bank_code: order.bankCode }),
  },
  extra: { meta: metaOf(order, {}) },
});
