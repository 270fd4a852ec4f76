import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { internationalPhone } from './international-phone.js';

describe('phone numbers for a provider', () => {
  it.each([
    ['+31 (0)6 1234-5678', 'NL', '+31612345678'],
    ['0031 6 12345678', 'NL', '+31612345678'],
    ['+351 912 345 678', undefined, '+351912345678'],
    ['573001234567', 'CO', '+573001234567'],
    ['+573001234567', 'CO', '+573001234567'],
    ['59171234567', 'BO', '+59171234567'],
    ['506 8123 4567', 'CR', '+50681234567'],
    ['+598 94 123 456', 'UY', '+59894123456'],
    ['+39 06 1234567', 'IT', '+39061234567'],
  ])('%s from %s is %s', (sent, country, phone) => {
    expect(internationalPhone(sent, country)).toBe(phone);
  });

  it('is possible, if not known to be in use: +56 9 1234 5678', () => {
    expect(internationalPhone('+56 9 1234 5678', 'CL')).toBe('+56912345678');
  });

  it.each([
    ['0612345678', 'NL'],
    ['612345678', 'NL'],
    ['3001234567', 'CO'],
    ['8123 4567', 'CR'],
    ['573001234567', undefined],
    ['573001234567', 'XX'],
  ])('%s from %s has no country code, and stays as sent', (sent, country) => {
    expect(internationalPhone(sent, country)).toBe(sent);
  });

  it('a national number that begins like the calling code stays as sent', () => {
    expect(internationalPhone('5712345678', 'CO')).toBe('5712345678');
    expect(internationalPhone('912 345 678', 'IN')).toBe('912 345 678');
    expect(internationalPhone('91 2345 6789', 'IN')).toBe('91 2345 6789');
  });

  it.each(['+5215512345678', '+99912345', '+1', '++31', '00', '()-'])(
    '%s is of no length that a country has, and stays as sent',
    (sent) => {
      expect(internationalPhone(sent, 'MX')).toBe(sent);
    },
  );

  it.each([
    ['31612345678', 'NL', '+31612345678'],
    ['31 6 12345678', 'NL', '+31612345678'],
    ['2348031234567', 'NG', '+2348031234567'],
    ['12015550123', 'US', '+12015550123'],
  ])('%s from %s is valid with the country code alone: %s', (sent, country, phone) => {
    expect(internationalPhone(sent, country)).toBe(phone);
  });

  it.each([
    // Valid as it stands, and valid behind the calling code as well.
    ['5712345678', 'CO'],
    ['5511234567', 'BR'],
    ['6281234567', 'ID'],
    ['4915123456789', 'DE'],
  ])('%s from %s may be either, and stays as sent', (sent, country) => {
    expect(internationalPhone(sent, country)).toBe(sent);
  });
});

/** The library's own example of a mobile number, and one of a fixed line as published beside it. */
const fixedLines: Readonly<Record<string, string>> = {
  AU: '212345678',
  BO: '22123456',
  BR: '1123456789',
  CL: '221234567',
  CO: '6012345678',
  CR: '22123456',
  EG: '234567890',
  GH: '302345678',
  KE: '202012345',
  MW: '1234567',
  MX: '2001234567',
  NG: '2033123456',
  NL: '101234567',
  PE: '11234567',
  PT: '212345678',
  TZ: '222345678',
  UG: '312345678',
  UY: '21231234',
  UZ: '669050123',
  ZA: '101234567',
};

describe('a phone of each country of a method', () => {
  const own = catalogue.flatMap(({ country, countriesOfCurrency = {} }) => [
    ...(country === undefined ? [] : [country]),
    ...Object.values(countriesOfCurrency).flat(),
  ]);
  const countries = [...new Set([...own, ...Object.keys(fixedLines), 'US', 'FR'])].toSorted();

  it.each(countries)('of %s is the same with +, with 00 and with the calling code alone', (country) => {
    const mobile = getExampleNumber(country as 'NL', examples);
    expect(mobile).toBeDefined();
    const code = `+${mobile?.countryCallingCode ?? ''}`;
    const fixed = fixedLines[country];
    for (const number of [mobile?.number ?? '', ...(fixed === undefined ? [] : [code + fixed])]) {
      const digits = number.slice(1);
      for (const sent of [number, `00${digits}`, digits]) {
        expect([sent, internationalPhone(sent, country)]).toEqual([sent, number]);
      }
    }
  });

  it.each(countries)('of %s stays as sent without the country code', (country) => {
    const national = getExampleNumber(country as 'NL', examples)?.nationalNumber ?? '';
    expect(internationalPhone(national, country)).toBe(national);
  });
});
