import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { languages } from '../languages/languages.js';
import { samplePayment } from '../testing/sample-payment.js';
import { brandMarks, describeMethod, methodMark } from './marks.js';

it('a method is called as its owner writes it, else in words of the language, else as its code', () => {
  expect(describeMethod('ideal', languages.en)).toBe('iDEAL | Wero');
  expect(describeMethod('card', languages['pt-BR'])).toBe('Cartão');
  expect(describeMethod('wallet_new', languages.es)).toBe('Wallet New');
});

it('no payment of the catalogue is called as its code', () => {
  const named = catalogue.filter(({ type }) => type === 'payment').map(({ code }) => code);
  const asCode = named.filter(
    (code) => describeMethod(code, languages.es) === describeMethod(code, { methods: {} }),
  );
  expect([...new Set(asCode)].map((code) => describeMethod(code, languages.es)).toSorted()).toEqual([
    'MACH',
    'MB WAY',
    'Multibanco',
    'PayID',
    'Pix',
    'USSD',
    'iDEAL | Wero',
  ]);
});

it("a mark is its owner's file where the shop has one, else drawn by us", () => {
  const marks = { visa: '/brand/visa.png', pix: '/brand/pix.png' };
  const row = brandMarks({ cards: ['visa', 'amex'], marks }, 'Accepted')?.markup;
  expect(row).toContain('<li><img class="owners-mark" src="/brand/visa.png" alt="Visa" /></li>');
  expect(row).toMatch(/<li><svg[^>]+aria-label="American Express"/);
  const pix = { ...samplePayment, method: 'pix' } as const;
  // Its name stands beside it, so a reader hears it once.
  expect(methodMark(pix, { marks }).markup).toBe('<img class="owners-mark" src="/brand/pix.png" alt="" />');
  expect(methodMark(pix, { marks: {} }).markup).toContain('data-mark="qr"');
});
