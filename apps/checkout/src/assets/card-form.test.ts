import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCardNumber, isSecurityCode } from '#domain/values/card';
import { brandOf, brandTable } from '#domain/values/card-brands';
import { withAsciiDigits } from '#domain/values/digits';
import { isBlank } from '#domain/values/text';
import { readCard } from '../payment-page/read-card.js';

type CardForm = {
  readonly brandName: (number: string, table: string) => string;
  readonly withAsciiDigits: (text: string) => string;
  readonly inGroups: (number: string) => string;
  readonly expiryMonth: (text: string) => string;
  readonly inExpiryForm: (text: string) => string;
  readonly isSound: (name: string, text: string) => boolean;
};

/** Goal: what the browser says of a card is what the server will say of it. */
const script = (await import(new URL('../../assets/card-form.js', import.meta.url).href)) as CardForm;

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

describe('the script of the card form', () => {
  it('names the brand that the server would name, as far as it is typed', () => {
    const named = (number: string) => script.brandName(number, brandTable).toLowerCase() || 'unknown';
    const edges = brandTable.split(/[ ,-]/).filter((part) => /^\d+$/.test(part));
    for (const edge of edges) {
      for (const step of [-1, 0, 1]) {
        const number = String(Number(edge) + step);
        expect([number, named(number)]).toEqual([number, brandOf(number)]);
      }
    }
    fc.assert(
      fc.property(digits(0, 19), (number) => {
        expect([number, named(number)]).toEqual([number, brandOf(number)]);
      }),
    );
  });

  it('reads digits of every script as the server does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(script.withAsciiDigits(text)).toBe(withAsciiDigits(text));
      }),
      { examples: [['٤२４๔𝟒4'], ['½²']] },
    );
  });

  it('takes what the server takes of an entered text, whatever stands in it', () => {
    const good = {
      pan: '4242424242424242',
      expiry: '12/39',
      cvv: '123',
      holder_name: 'Ana',
    };
    const pieces = fc.constantFrom(
      ...'04242٤२４',
      ' ',
      '-',
      '/',
      '–',
      '.',
      '\u00a0',
      '\u200b',
      '\u200e',
      '\u3164',
      'x',
      '42424242',
    );
    for (const name of ['pan', 'expiry', 'cvv', 'holder_name'] as const) {
      fc.assert(
        fc.property(fc.string({ unit: pieces, maxLength: 12 }), (text) => {
          const reading = readCard(new URLSearchParams({ ...good, [name]: text }), new Date('2026-01-01'));
          const fault = reading.kind === 'card' ? undefined : reading.faults[name];
          const isFine = fault === undefined || fault === 'expired';
          expect([text, script.isSound(name, text)]).toEqual([text, isFine]);
          expect(fault === 'missing').toBe(isBlank(text));
        }),
      );
    }
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['6304000000000000000', '6304 0000 0000 0000 000'],
    ['', ''],
  ])('shows %s as %s', (number, shown) => {
    expect(script.inGroups(number)).toBe(shown);
  });

  it('tells an expired card by the same month as the server', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const year = fc.integer({ min: 2020, max: 2040 });
    const form = fc.constantFrom('/', ' / ', '-', '');
    fc.assert(
      fc.property(month, year, fc.boolean(), form, (inMonth, inYear, isShort, between) => {
        const shown = String(isShort ? inYear % 100 : inYear);
        const expiry = `${String(inMonth).padStart(2, '0')}${between}${shown}`;
        const read = script.expiryMonth(expiry);
        const good = { pan: '4242424242424242', cvv: '123', holder_name: 'Ana' };
        const reading = readCard(new URLSearchParams({ ...good, expiry }), new Date('2030-06-15'));
        expect([expiry, reading.kind === 'faulty' && reading.faults.expiry === 'expired']).toEqual([
          expiry,
          read !== '' && read < '2030-06',
        ]);
      }),
    );
  });

  it.each([
    ['0', '0'],
    ['1', '1'],
    ['4', '04/'],
    ['1/', '01/'],
    ['12', '12/'],
    ['123', '12/3'],
    ['04//', '04/'],
    ['٠٤٣١', '04/31'],
    ['12 / 2031', '12/2031'],
    ['13/31', '13/31'],
    ['', ''],
  ])('shows the beginning %j of an expiry date as %j', (text, shown) => {
    expect(script.inExpiryForm(text)).toBe(shown);
    expect(script.inExpiryForm(shown)).toBe(shown);
  });

  it.each([
    ['pan', isCardNumber, digits(0, 20)],
    ['cvv', isSecurityCode, digits(0, 5)],
  ] as const)('holds %s against the rule of the server', (name, isFine, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect([text, script.isSound(name, text)]).toEqual([text, isFine(text)]);
      }),
    );
    expect(script.isSound('pan', '4242 4242 4242 4242')).toBe(true);
    expect(script.isSound('pan', '4242 4242 4242 4241')).toBe(false);
  });
});
