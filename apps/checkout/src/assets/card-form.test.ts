import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf, isCardNumber, isExpiryMonth, isExpiryYear, isSecurityCode } from '#domain/card';

type CardForm = {
  readonly brandName: (number: string) => string;
  readonly inGroups: (number: string) => string;
  readonly isSound: (name: string, text: string) => boolean;
};

/** Goal: what the browser says of a card is what the server will say of it. */
const script = (await import(new URL('../../assets/card-form.js', import.meta.url).href)) as CardForm;

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

describe('the script of the card form', () => {
  it('names the brand that the server would name', () => {
    // Ranges of brands are told apart by six digits at most.
    fc.assert(
      fc.property(digits(6, 19), (number) => {
        const named = script.brandName(number).toLowerCase();
        expect([number, named === '' ? 'unknown' : named]).toEqual([number, brandOf(number)]);
      }),
      {
        numRuns: 5_000,
        examples: [
          '506098',
          '506099',
          '506198',
          '506199',
          '650001',
          '650002',
          '650027',
          '650028',
          '222099',
        ].map((number) => [number]),
      },
    );
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

  it.each([
    ['pan', isCardNumber, digits(0, 20)],
    ['exp_month', isExpiryMonth, digits(0, 3)],
    ['exp_year', isExpiryYear, digits(0, 5)],
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
