import { describe, expect, it } from 'vitest';
import { countryCodes, isCountry } from './countries.js';
import { currencyCodes, decimalsOf, isCurrency } from './currencies.js';

describe('ISO 4217 currencies', () => {
  it.each([
    [0, 'CLP UGX KRW XOF JPY PYG'],
    [2, 'COP EUR BRL UZS CRC XCG SLE VED ZWG'],
    [3, 'BHD KWD'],
    [4, 'CLF UYW'],
  ])('have %i decimals: %s', (decimals, codes) => {
    for (const code of codes.split(' ')) expect(decimalsOf(code)).toBe(decimals);
  });

  it.each(['eur', 'EURO', 'ZZZ', 'HRK', 'ANG', 'XXX', ''])('%j is no currency to pay with', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(decimalsOf(code)).toBeUndefined();
  });

  it('are the 165 active codes with a minor unit, each once, of three upper-case letters', () => {
    expect(currencyCodes).toHaveLength(165);
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });
});

describe('decimals by ISO 4217 and by custom', () => {
  /** `Intl` gives these no decimals, because their small coins are out of use; the list changes with its version. */
  const customary = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLE SOS SYP UZS YER'.split(' ');

  it('are the same but for currencies whose small coins are out of use', () => {
    const differing = currencyCodes.filter((code) => decimalsByCustom(code) !== decimalsOf(code));
    expect(differing.filter((code) => !customary.includes(code))).toEqual([]);
    expect(new Set(differing.map(decimalsByCustom))).toEqual(new Set([0]));
    expect(customary.filter((code) => decimalsOf(code) !== 2)).toEqual(['IQD']);
  });

  function decimalsByCustom(code: string): number | undefined {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
    return format.resolvedOptions().maximumFractionDigits;
  }
});

describe('ISO 3166-1 countries', () => {
  it('are the 249 assigned codes, each with a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    expect(countryCodes).toHaveLength(249);
    expect(countryCodes.filter((code) => names.of(code) === code)).toEqual([]);
  });

  it.each(['co', 'COL', 'XK', 'UK', 'ZZ', ''])('%j is not a country', (code) => {
    expect(isCountry(code)).toBe(false);
  });
});
