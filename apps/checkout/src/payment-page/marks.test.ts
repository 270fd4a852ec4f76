import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { languages } from '../languages/languages.js';
import { describeMethod } from './marks.js';

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
