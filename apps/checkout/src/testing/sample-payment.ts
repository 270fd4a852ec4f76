import { sampleTransaction } from '#domain/transaction/testing/samples';
import type { Transaction } from '#domain/transaction/transaction';

const shop = 'https://shop.example';

/** A payment as tests of the pages start from: registered, its page not posted. */
export const samplePayment: Transaction = sampleTransaction({
  identifier: '018f0000-0000-7000-8000-000000000001',
  merchant: 'demo',
  project: 'demo',
  reference: 'ord-<1>',
  method: 'pix',
  style: 'hpp',
  currency: 'BRL',
  amount: '10.1',
  billing: { amount: '10.1', currency: 'BRL' },
  status: 'new',
  description: 'Two <b>"cups"</b>',
  redirectUrl: `${shop}/done`,
  cancelUrl: `${shop}/cancelled`,
  errorUrl: `${shop}/failed`,
  callbackUrl: undefined,
  provider: 'sandbox',
  submitDueAt: undefined,
  payableUntil: new Date(Date.now() + 3_600_000),
  createdAt: new Date(),
});
