import { describe, expect, it } from 'vitest';
import type { Provider } from '../configuration/configuration.js';
import { withSwitchedOff } from '../routing/switched-off.js';
import { planRefund } from './refuse-refund.js';
import { asked, configuration, finishedAt, payment, question, refusal } from './testing/refund-question.js';
import { refundingConfiguration } from './testing/refunding-configuration.js';

describe('a refund', () => {
  it('gives back what is asked, as it was written', () => {
    expect(planRefund(configuration, 'shop', asked({ request: { amount: '4.5' } }))).toMatchObject({
      kind: 'refundable',
      money: { amount: '4.5', currency: 'EUR' },
      refundsMax: 20,
    });
  });

  it('gives back all that is left where no amount is asked, with all decimals', () => {
    const left = asked({ sums: { left: '12.50', count: 3 } });
    expect(planRefund(configuration, 'shop', left)).toMatchObject({
      kind: 'refundable',
      money: { amount: '12.50', currency: 'EUR' },
    });
  });

  it.each(['100', '100.00', '100.0'])('gives back the exact rest as %s', (amount) => {
    expect(refusal(asked({ request: { amount, currency: 'EUR' } }))).toBeUndefined();
  });

  it.each([
    ['provider', { provider: { enabled: false } }],
    ['MID', { mid: { enabled: false } }],
  ])('is possible at a disabled %s, too: what was sold must be refundable', (_what, unusual) => {
    expect(refusal(question, refundingConfiguration(unusual))).toBeUndefined();
  });

  it('is possible where only new payments of provider and MID are switched off', () => {
    const off = withSwitchedOff(configuration, [
      { kind: 'provider', name: 'bank' },
      { kind: 'mid', name: 'bank_1' },
      { kind: 'method', name: 'ideal' },
    ]);
    expect(refusal(question, off)).toBeUndefined();
  });
});

describe('the payment (contract §15.2)', () => {
  it.each(['new', 'created', 'pending', 'declined', 'error', 'expired'] as const)(
    'that is %s is 30',
    (status) => {
      expect(refusal(asked({}, { status, finishedAt: undefined }))).toEqual([
        'invalidParams',
        `payment_reference: the payment is ${status}, and was not paid`,
      ]);
    },
  );

  it('in another currency is 1051', () => {
    expect(refusal(asked({ request: { amount: '1', currency: 'USD' } }))).toEqual([
      'currencyNotTaken',
      'currency: the payment is in EUR',
    ]);
  });

  it('with fewer decimals than the amount has is 30', () => {
    expect(refusal(asked({ request: { amount: '1.005' } }))).toEqual([
      'invalidParams',
      'amount: must have at most 2 decimals, as EUR has',
    ]);
    const inPesos = { money: { amount: '15000', currency: 'CLP' } };
    expect(
      refusal(asked({ request: { amount: '1.0' }, sums: { left: '15000', count: 0 } }, inPesos)),
    ).toEqual(['invalidParams', 'amount: must have at most 0 decimals, as CLP has']);
  });
});

describe('the way back (contract §15.2)', () => {
  it('that the rail does not have is 1054', () => {
    expect(refusal(asked({}, { method: 'multibanco' }))).toEqual([
      'methodNotEnabled',
      'A payment by multibanco cannot be refunded the way it was paid',
    ]);
  });

  it('names the payout method that the project has instead, and none that it has not', () => {
    const naira = { method: 'ussd', money: { amount: '100', currency: 'NGN' } };
    expect(refusal(asked({}, naira))).toEqual([
      'methodNotEnabled',
      'A payment by ussd cannot be refunded the way it was paid; a payout by bank_transfer_africa can give the money back',
    ]);
    const without = refundingConfiguration({ project: { methods: ['ussd'] } });
    expect(refusal(asked({}, naira), without)?.[1]).toBe(
      'A payment by ussd cannot be refunded the way it was paid',
    );
  });

  it('that the provider adds is one', () => {
    const adding = refundingConfiguration({
      provider: { refundTerms: { multibanco: { possible: true, days: 30, parts: 'several' } } },
    });
    expect(refusal(asked({}, { method: 'multibanco' }), adding)).toBeUndefined();
  });

  it('that the provider takes away is none', () => {
    const narrow = refundingConfiguration({
      provider: { refundTerms: { ideal: { possible: false, days: undefined, parts: 'whole' } } },
    });
    expect(refusal(question, narrow)?.[0]).toBe('methodNotEnabled');
  });

  it('is 1050 at a provider that makes no refunds', () => {
    const none = refundingConfiguration({ provider: { types: ['payment', 'payout'] } });
    expect(refusal(question, none)).toEqual(['typeNotSupported', 'The provider makes no refunds']);
  });

  it.each(['bank', 'bank_1'])('is 121 where refunds of %s are switched off', (name) => {
    const off = withSwitchedOff(configuration, [{ kind: 'refunds', name }]);
    expect(refusal(question, off)).toEqual(['refundsSwitchedOff', undefined]);
  });

  it.each([
    ['provider', { provider: 'gone' }],
    ['MID', { mid: 'gone' }],
    ['provider', { provider: undefined, mid: undefined }],
  ])('is 121 where its %s is no longer configured', (_what, of) => {
    expect(refusal(asked({}, of))).toEqual(['refundProviderGone', undefined]);
  });
});

it('the first condition that fails answers, in the order of contract §15.2', () => {
  const never = { ideal: { possible: false, days: undefined, parts: 'whole' } } as const;
  const having = (provider: Partial<Provider>) =>
    refundingConfiguration({ provider, refunds: { withinMs: 1, maxPerPayment: 1 } });
  const off = (provider: Partial<Provider>) =>
    withSwitchedOff(having(provider), [{ kind: 'refunds', name: 'bank' }]);
  const request = { amount: '200', currency: 'USD' };
  const paid = asked({ request, sums: { left: '0.00', count: 1 } });
  const unpaid = { ...paid, payment: { ...payment, status: 'declined' as const } };
  const inEuro = { ...paid, request: { amount: '200' } };
  expect([
    refusal(unpaid, off({ types: ['payment'], refundTerms: never })),
    refusal(paid, off({ types: ['payment'], refundTerms: never })),
    refusal(inEuro, off({ types: ['payment'], refundTerms: never })),
    refusal(inEuro, off({ types: ['payment'] })),
    refusal(inEuro, off({})),
    refusal(inEuro, having({})),
    refusal({ ...inEuro, now: finishedAt }, having({})),
    refusal({ ...inEuro, now: finishedAt, sums: { left: '0.00', count: 0 } }, having({})),
  ]).toEqual([
    ['invalidParams', 'payment_reference: the payment is declined, and was not paid'],
    ['currencyNotTaken', 'currency: the payment is in EUR'],
    ['methodNotEnabled', 'A payment by ideal cannot be refunded the way it was paid'],
    ['typeNotSupported', 'The provider makes no refunds'],
    ['refundsSwitchedOff', undefined],
    ['limitExceeded', 'payment: refunds ended on 2026-01-01T00:00:00.001Z'],
    ['limitExceeded', 'payment: at most 1 refund'],
    ['limitExceeded', 'amount: at most 0.00 EUR can still be refunded'],
  ]);
});
