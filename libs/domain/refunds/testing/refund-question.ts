import type { Configuration } from '../../configuration/configuration.js';
import { planRefund, type RefundedPayment, type RefundQuestion } from '../refuse-refund.js';
import { refundingConfiguration } from './refunding-configuration.js';

/** When the payment below was paid; it can be refunded for 365 days. */
export const finishedAt = new Date('2026-01-01T00:00:00.000Z');
/** 100 EUR by iDEAL at the bank of `refundingConfiguration`. */
export const payment: RefundedPayment = {
  status: 'success',
  method: 'ideal',
  money: { amount: '100', currency: 'EUR' },
  provider: 'bank',
  mid: 'bank_1',
  finishedAt,
};
/** All that is left of it, which is everything, on the next day. */
export const question: RefundQuestion = {
  payment,
  sums: { left: '100.00', count: 0 },
  request: {},
  now: new Date('2026-01-02T00:00:00.000Z'),
};
export const asked = (
  changes: Partial<Omit<RefundQuestion, 'payment'>>,
  of: Partial<RefundedPayment> = {},
) => ({
  ...question,
  ...changes,
  payment: { ...payment, ...of },
});

export const configuration = refundingConfiguration();

/** The key and description of the refusal; undefined if the refund is possible. */
export function refusal(put: RefundQuestion, of: Configuration = configuration) {
  const plan = planRefund(of, 'shop', put);
  return plan.kind === 'refused' ? [plan.error, plan.description] : undefined;
}
