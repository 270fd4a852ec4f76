import { expect, it } from 'vitest';
import type { TransactionStatus } from '../transaction/status.js';
import { sampleTransaction } from '../transaction/testing/samples.js';
import { directPayment, flatPayout, hostedPayment } from './acceptance.js';
import type { StatusChange } from './record-parts.js';

const now = new Date('2026-01-01T00:01:00Z');
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

function accepted(method: string, statuses: readonly TransactionStatus[], isFirst = false) {
  const status = statuses.at(-1) ?? 'pending';
  const history: StatusChange[] = statuses.map((reached, index) => ({
    status: reached,
    date: at(index + 1),
    source: 'api',
  }));
  return { transaction: sampleTransaction({ method, status }), history, isFirst, challenge: undefined };
}
const statusOf = (...of: Parameters<typeof accepted>) => directPayment.describe(accepted(...of), now).status;

it('the status of a card payment has the date at which it was last reached', () => {
  expect(statusOf('card', ['pending', 'created'])).toEqual({ name: 'created', date: at(2) });
  expect(statusOf('card', ['pending', 'created', 'pending'])).toEqual({ name: 'pending', date: at(3) });
  expect(statusOf('card', ['pending', 'error'])).toEqual({ name: 'error', date: at(2) });
});

it('the call that registered a payment sees pending instead of success', () => {
  expect(statusOf('card', ['pending', 'success'], true)).toEqual({ name: 'pending', date: at(1) });
  expect(statusOf('card', ['pending', 'success'])).toEqual({ name: 'success', date: at(2) });
  expect(statusOf('ussd', ['pending', 'success'], true)).toBe('success');
});

it('the status of other methods is its name', () => {
  expect(statusOf('ideal', ['pending', 'created'])).toBe('created');
});

it('an answer has exactly the fields of its schema', () => {
  const payment = accepted('ideal', ['pending']);
  const payout = { ...payment, transaction: sampleTransaction({ type: 'payout', method: 'pix' }) };
  expect(Object.keys(directPayment.describe(payment, now))).toEqual(Object.keys(directPayment.fields));
  expect(Object.keys(flatPayout.describe(payout, now))).toEqual(Object.keys(flatPayout.fields));
  const hosted = hostedPayment.describe(payment.transaction, 'https://pay.example.com', now);
  expect(Object.keys(hosted)).toEqual(Object.keys(hostedPayment.fields));
});
