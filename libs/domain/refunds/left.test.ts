import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinorUnits, toMinorUnits } from '../values/money.js';
import { leftOf, sumRefunds, type RefundOfPayment, type ReversalOfPayment } from './left.js';

const paid = { amount: '100', currency: 'EUR' };
const refund = (status: RefundOfPayment['status'], amount: string, returned = '0'): RefundOfPayment => ({
  status,
  amount,
  returned,
});

describe('what is left of a payment (contract §15.3)', () => {
  it.each<readonly [string, readonly RefundOfPayment[], readonly ReversalOfPayment[], string, number]>([
    ['nothing happened', [], [], '100.00', 0],
    ['one refund is under way', [refund('pending', '40.5')], [], '59.50', 1],
    ['one succeeded', [refund('success', '40.50')], [], '59.50', 1],
    ['refunds failed', [refund('declined', '40'), refund('error', '60')], [], '100.00', 0],
    ['the whole was returned', [refund('success', '40', '40.00')], [], '100.00', 0],
    ['a part was returned', [refund('success', '40', '15')], [], '75.00', 1],
    ['parts make the whole', [refund('success', '33.33'), refund('pending', '66.67')], [], '0.00', 2],
    ['the provider refunded in its panel', [], [{ kind: 'provider_refund', amount: '30' }], '70.00', 0],
    ['a chargeback took half', [], [{ kind: 'chargeback', amount: '50' }], '50.00', 0],
    [
      'the chargeback was won in part',
      [],
      [
        { kind: 'chargeback', amount: '50' },
        { kind: 'chargeback_won', amount: '20' },
      ],
      '70.00',
      0,
    ],
    ['the bank only asked', [], [{ kind: 'inquiry', amount: '100' }], '100.00', 0],
    [
      'more went back than was paid',
      [refund('success', '100')],
      [{ kind: 'chargeback', amount: '1' }],
      '0.00',
      1,
    ],
  ])('where %s', (_case, refunds, reversals, left, count) => {
    const sums = sumRefunds(paid, refunds, reversals);
    expect([sums.left, sums.count]).toEqual([left, count]);
  });

  it('tells what was refunded, what was charged back, and that it exceeds the payment', () => {
    const refunds = [refund('success', '60', '10'), refund('pending', '20')];
    const reversals: readonly ReversalOfPayment[] = [
      { kind: 'provider_refund', amount: '5' },
      { kind: 'chargeback', amount: '40' },
      { kind: 'chargeback_won', amount: '10' },
    ];
    expect(sumRefunds(paid, refunds, reversals)).toEqual({
      left: '0.00',
      gone: '105.00',
      refunded: '55.00',
      chargedBack: '30.00',
      count: 2,
      exceedsPaid: true,
    });
  });

  it('has the decimals of the currency, and none where it has none', () => {
    expect(leftOf({ amount: '15000', currency: 'CLP' }, '5000')).toBe('10000');
    expect(leftOf({ amount: '1', currency: 'BHD' }, '0.001')).toBe('0.999');
  });

  const units = fc.bigInt({ min: 0n, max: 10_000n });
  const anyRefund = fc
    .record({
      status: fc.constantFrom('pending', 'success', 'declined', 'error'),
      amount: units,
      back: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ status, amount, back }): RefundOfPayment => {
      const returned = status === 'success' ? BigInt(Math.floor(Number(amount) * back)) : 0n;
      return { status, amount: fromMinorUnits(amount, 'EUR'), returned: fromMinorUnits(returned, 'EUR') };
    });
  const anyReversal = fc.record({
    kind: fc.constantFrom('provider_refund', 'chargeback', 'inquiry'),
    amount: units.map((amount) => fromMinorUnits(amount, 'EUR')),
  });

  it('and what is gone add up to what was paid, unless more is gone', () => {
    fc.assert(
      fc.property(fc.array(anyRefund), fc.array(anyReversal), (refunds, reversals) => {
        const { left, gone, exceedsPaid } = sumRefunds(paid, refunds, reversals);
        const inUnits = (amount: string) => toMinorUnits({ amount, currency: 'EUR' });
        expect(inUnits(left) >= 0n).toBe(true);
        expect(exceedsPaid).toBe(inUnits(gone) > 10_000n);
        expect(inUnits(left) + inUnits(gone)).toBe(exceedsPaid ? inUnits(gone) : 10_000n);
      }),
    );
  });
});
