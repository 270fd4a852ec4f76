import { describe, expect, it } from 'vitest';
import { withSwitchedOff } from '../routing/switched-off.js';
import { refundableRest, type RefundedPayment } from './refuse-refund.js';
import { asked, configuration, finishedAt, payment, question, refusal } from './testing/refund-question.js';
import { refundingConfiguration } from './testing/refunding-configuration.js';

describe('the limits of a refund (contract §15.2, §15.3)', () => {
  const last = new Date('2026-12-31T23:59:59.999Z');
  const ended = new Date('2027-01-01T00:00:00.000Z');

  it('are the time, to the millisecond', () => {
    expect(refusal(asked({ now: last }))).toBeUndefined();
    expect(refusal(asked({ now: ended }))).toEqual([
      'limitExceeded',
      'payment: refunds ended on 2027-01-01T00:00:00.000Z',
    ]);
  });

  it('are the time of the calling project', () => {
    const short = refundingConfiguration({ refunds: { withinMs: 10_000 } });
    const after = (milliseconds: number) =>
      refusal(asked({ now: new Date(finishedAt.getTime() + milliseconds) }), short);
    expect(after(9_999)).toBeUndefined();
    expect(after(10_000)?.[1]).toBe('payment: refunds ended on 2026-01-01T00:00:10.000Z');
  });

  it('are the number of refunds', () => {
    expect(refusal(asked({ sums: { left: '1.00', count: 19 } }))).toBeUndefined();
    expect(refusal(asked({ sums: { left: '1.00', count: 20 } }))).toEqual([
      'limitExceeded',
      'payment: at most 20 refunds',
    ]);
    const few = refundingConfiguration({ refunds: { maxPerPayment: 2 } });
    expect(refusal(asked({ sums: { left: '1.00', count: 1 } }), few)).toBeUndefined();
    expect(refusal(asked({ sums: { left: '1.00', count: 2 } }), few)?.[1]).toBe('payment: at most 2 refunds');
  });

  it('are one refund, whole or part, where the provider makes one only', () => {
    const one = refundingConfiguration({
      provider: { refundTerms: { ideal: { possible: true, days: 365, parts: 'one' } } },
    });
    expect(refusal(asked({ request: { amount: '30' } }), one)).toBeUndefined();
    expect(refusal(asked({ request: { amount: '30' }, sums: { left: '70.00', count: 1 } }), one)).toEqual([
      'limitExceeded',
      'payment: at most 1 refund',
    ]);
  });

  it('are the whole, where there are no parts', () => {
    const pesos = { method: 'wallet_mach', money: { amount: '15000', currency: 'CLP' } };
    const of = (amount: string | undefined, left: string) =>
      refusal(asked({ request: amount === undefined ? {} : { amount }, sums: { left, count: 0 } }, pesos));
    const whole = ['limitExceeded', 'amount: only the whole, 15000 CLP, can be refunded'];
    expect(of(undefined, '15000')).toBeUndefined();
    expect(of('15000', '15000')).toBeUndefined();
    expect(of('14999', '15000')).toEqual(whole);
    expect(of(undefined, '7500')).toEqual(whole);
    expect(of('15000', '7500')).toEqual(['limitExceeded', 'amount: at most 7500 CLP can still be refunded']);
    expect(of(undefined, '0')).toEqual(['limitExceeded', 'amount: at most 0 CLP can still be refunded']);
  });

  it('are what is left', () => {
    const left = { left: '12.50', count: 1 };
    expect(refusal(asked({ sums: left, request: { amount: '12.5' } }))).toBeUndefined();
    expect(refusal(asked({ sums: left, request: { amount: '12.51' } }))).toEqual([
      'limitExceeded',
      'amount: at most 12.50 EUR can still be refunded',
    ]);
    for (const request of [{}, { amount: '0.01' }])
      expect(refusal(asked({ sums: { left: '0.00', count: 1 }, request }))).toEqual([
        'limitExceeded',
        'amount: at most 0.00 EUR can still be refunded',
      ]);
  });
});

describe('what a record says can be refunded (contract §15.6)', () => {
  const { sums, now } = question;

  it('is what a refund without an amount would give, and until when', () => {
    expect(refundableRest(configuration, 'shop', { payment, sums, now })).toEqual({
      amount: '100.00',
      until: new Date('2027-01-01T00:00:00.000Z'),
    });
  });

  it.each([
    ['nothing is left', { sums: { left: '0.00', count: 1 }, now }],
    ['the time is over', { sums, now: new Date('2027-01-01T00:00:00.000Z') }],
    ['no further refund is possible', { sums: { left: '50.00', count: 20 }, now }],
  ])('is nothing where %s', (_case, state) => {
    expect(refundableRest(configuration, 'shop', { payment, ...state })?.amount).toBe('0.00');
  });

  it('is not there where 1054 or 1050 would be the answer, or where it was not paid', () => {
    const none = refundingConfiguration({ provider: { types: ['payment'] } });
    const rest = (of: Partial<RefundedPayment>, its = configuration) =>
      refundableRest(its, 'shop', { payment: { ...payment, ...of }, sums, now });
    expect([rest({ method: 'p2c' }), rest({}, none), rest({ status: 'error' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stays what it is while operators have stopped refunds', () => {
    const off = withSwitchedOff(configuration, [{ kind: 'refunds', name: 'bank' }]);
    expect(refundableRest(off, 'shop', { payment, sums, now })?.amount).toBe('100.00');
  });
});
