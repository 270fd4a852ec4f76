import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOwnRefund, type ListedRefund, type SoughtRefund } from './find-own-refund.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds));
const sought: SoughtRefund = {
  money: { amount: '4.50', currency: 'EUR' },
  madeFrom: at(10),
  madeUntil: at(40),
  knownIds: ['known'],
};
const own: ListedRefund = {
  providerId: 'rf_1',
  money: { amount: '4.5', currency: 'EUR' },
  madeAt: at(20),
};

describe('the refund in a list without our reference (contract §15.4)', () => {
  it.each<readonly [string, readonly ListedRefund[], string]>([
    ['nothing is listed', [], 'notFound'],
    ['the only entry fits', [own], 'found'],
    ['the entry is as early as possible', [{ ...own, madeAt: at(10) }], 'found'],
    ['the entry is as late as possible', [{ ...own, madeAt: at(40) }], 'found'],
    ['the entry was made before', [{ ...own, madeAt: at(9) }], 'notFound'],
    ['the entry was made after', [{ ...own, madeAt: at(41) }], 'notFound'],
    ['the amount is another one', [{ ...own, money: { amount: '4.51', currency: 'EUR' } }], 'notFound'],
    ['the currency is another one', [{ ...own, money: { amount: '4.50', currency: 'USD' } }], 'notFound'],
    ['the entry is another refund of ours', [{ ...own, providerId: 'known' }], 'notFound'],
    ['two entries fit', [own, { ...own, providerId: 'rf_2', madeAt: at(21) }], 'several'],
    ['one fits and one is known', [own, { ...own, providerId: 'known' }], 'found'],
  ])('%s: %s', (_case, listed, kind) => {
    expect(findOwnRefund(listed, sought).kind).toBe(kind);
  });
});

const instants = fc.integer({ min: 0, max: 50 }).map(at);
const entries: fc.Arbitrary<ListedRefund> = fc.record({
  providerId: fc.constantFrom('a', 'b', 'c', 'd'),
  money: fc.record({
    amount: fc.constantFrom('4.5', '4.50', '4.51', '450'),
    currency: fc.constantFrom('EUR', 'USD'),
  }),
  madeAt: instants,
});
const lists = fc.uniqueArray(entries, { selector: ({ providerId }) => providerId });
const searches: fc.Arbitrary<SoughtRefund> = fc.record({
  money: fc.constant({ amount: '4.50', currency: 'EUR' }),
  madeFrom: instants,
  madeUntil: instants,
  knownIds: fc.subarray(['a', 'b', 'c', 'd']),
});

describe('whatever a provider lists', () => {
  it('a found entry is unknown, of exactly the money, in the window, and the only such one', () => {
    fc.assert(
      fc.property(lists, searches, (listed, search) => {
        const found = findOwnRefund(listed, search);
        if (found.kind !== 'found') return;
        const { entry } = found;
        expect(search.knownIds).not.toContain(entry.providerId);
        expect(['4.5', '4.50']).toContain(entry.money.amount);
        expect(entry.money.currency).toBe('EUR');
        expect(entry.madeAt >= search.madeFrom && entry.madeAt <= search.madeUntil).toBe(true);
        const rest = listed.filter((one) => one !== entry);
        expect(findOwnRefund(rest, search).kind).toBe('notFound');
      }),
    );
  });

  it('a twin of the found entry makes the list no answer, and the order of the list means nothing', () => {
    fc.assert(
      fc.property(lists, searches, (listed, search) => {
        const found = findOwnRefund(listed, search);
        expect(findOwnRefund(listed.toReversed(), search)).toEqual(found);
        if (found.kind !== 'found') return;
        const twin = { ...found.entry, providerId: 'twin' };
        expect(findOwnRefund([...listed, twin], search).kind).toBe('several');
      }),
    );
  });

  it('an entry whose id becomes known is never found again', () => {
    fc.assert(
      fc.property(lists, searches, (listed, search) => {
        const found = findOwnRefund(listed, search);
        if (found.kind !== 'found') return;
        const knownIds = [...search.knownIds, found.entry.providerId];
        expect(findOwnRefund(listed, { ...search, knownIds }).kind).toBe('notFound');
      }),
    );
  });
});
