import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinorUnits, toMinorUnits } from '../values/money.js';
import { billingShare, type WentBack } from './billing-share.js';

const whole = { money: { amount: '100', currency: 'BRL' }, billing: { amount: '16.00', currency: 'EUR' } };
const none: WentBack = { amount: '0', billing: '0' };

describe('the share of a refund in the billing amount (contract §15.3)', () => {
  it.each([
    ['the whole takes all', none, '100', '16.00'],
    ['a third is rounded half-up', none, '33.33', '5.33'],
    [
      'the second third takes what the sum is short of',
      { amount: '33.33', billing: '5.33' },
      '33.33',
      '5.34',
    ],
    ['the last third takes the rest', { amount: '66.66', billing: '10.67' }, '33.34', '5.33'],
    ['less than half of one is nothing', none, '0.03', '0.00'],
    ['earlier parts have taken more', { amount: '50', billing: '9.00' }, '1', '0.00'],
    ['what goes beyond the whole is converted', { amount: '100', billing: '16.00' }, '50', '8.00'],
    ['a part that crosses the end', { amount: '90', billing: '14.40' }, '20', '3.20'],
  ])('%s', (_case, earlier, amount, share) => {
    expect(billingShare(whole, earlier, amount)).toBe(share);
  });

  it.each([
    ['1', '0.01'],
    ['0.99', '0.00'],
  ])('of %s is %s: half a minor unit counts as a whole one', (amount, share) => {
    const cheap = { money: { amount: '200', currency: 'BRL' }, billing: { amount: '1', currency: 'EUR' } };
    expect(billingShare(cheap, none, amount)).toBe(share);
  });

  it('is the same amount where nothing is converted', () => {
    const same = { money: { amount: '10.1', currency: 'EUR' }, billing: { amount: '10.1', currency: 'EUR' } };
    expect(billingShare(same, none, '3.3')).toBe('3.30');
    expect(billingShare(same, { amount: '3.3', billing: '3.30' }, '6.8')).toBe('6.80');
  });

  it('of what comes back is the share of what went', () => {
    const refund = { money: { amount: '3', currency: 'BRL' }, billing: { amount: '0.50', currency: 'EUR' } };
    const first = billingShare(refund, none, '1');
    const second = billingShare(refund, { amount: '1', billing: first }, '2');
    expect([first, second]).toEqual(['0.17', '0.33']);
  });
});

/** A payment's history in minor units: parts that are refunded, and which of those that count fails next. */
type Step =
  { readonly kind: 'refund'; readonly part: number } | { readonly kind: 'failure'; readonly at: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund'), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failure'), at: fc.nat(19) }) },
);
const history = fc.record({
  paid: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  billed: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  steps: fc.array(step, { maxLength: 60 }),
});

type Part = { readonly amount: bigint; readonly billing: bigint };

function sumOf(parts: readonly Part[]): Part {
  return parts.reduce(
    (sum, { amount, billing }) => ({ amount: sum.amount + amount, billing: sum.billing + billing }),
    {
      amount: 0n,
      billing: 0n,
    },
  );
}

describe('the shares of a payment, through any history with failures', () => {
  const shareOf = (paid: bigint, billed: bigint, earlier: Part, amount: bigint): bigint => {
    const [brl, eur] = [
      (units: bigint) => fromMinorUnits(units, 'BRL'),
      (units: bigint) => fromMinorUnits(units, 'EUR'),
    ];
    const share = billingShare(
      { money: { amount: brl(paid), currency: 'BRL' }, billing: { amount: eur(billed), currency: 'EUR' } },
      { amount: brl(earlier.amount), billing: eur(earlier.billing) },
      brl(amount),
    );
    return toMinorUnits({ amount: share, currency: 'EUR' });
  };

  it('add up to the whole billing amount once the whole is refunded, and never exceed it before', () => {
    fc.assert(
      fc.property(history, ({ paid, billed, steps }) => {
        let parts: readonly Part[] = [];
        let isWithin = true;
        const add = (amount: bigint) => {
          const billing = shareOf(paid, billed, sumOf(parts), amount);
          parts = [...parts, { amount, billing }];
          isWithin &&= billing >= 0n && sumOf(parts).billing <= billed;
        };
        for (const one of steps) {
          const left = paid - sumOf(parts).amount;
          if (one.kind === 'failure') parts = parts.filter((_, index) => index !== one.at);
          else if (left > 0n) add(1n + BigInt(Math.floor(Number(left - 1n) * one.part)));
        }
        const rest = paid - sumOf(parts).amount;
        if (rest > 0n) add(rest);
        expect([sumOf(parts), isWithin]).toEqual([{ amount: paid, billing: billed }, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('differ by no more than one minor unit from the rate where none failed', () => {
    fc.assert(
      fc.property(history, ({ paid, billed, steps }) => {
        let sum: Part = { amount: 0n, billing: 0n };
        let isNear = true;
        for (const one of steps) {
          const left = paid - sum.amount;
          if (one.kind === 'failure' || left <= 0n) continue;
          const amount = 1n + BigInt(Math.floor(Number(left - 1n) * one.part));
          const billing = shareOf(paid, billed, sum, amount);
          const difference = billing * paid - billed * amount;
          isNear &&= difference <= paid && difference >= -paid;
          sum = sumOf([sum, { amount, billing }]);
        }
        expect(isNear).toBe(true);
      }),
    );
  });

  it('go on at the same rate beyond the whole, without drift', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1, maxLength: 20 }),
        (paid, billed, amounts) => {
          let sum: Part = { amount: 0n, billing: 0n };
          for (const amount of amounts)
            sum = sumOf([sum, { amount, billing: shareOf(paid, billed, sum, amount) }]);
          const difference = 2n * (sum.billing * paid - billed * sum.amount);
          expect(difference <= paid && difference > -paid).toBe(true);
        },
      ),
    );
  });
});
