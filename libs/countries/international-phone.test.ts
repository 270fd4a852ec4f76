import { describe, expect, it } from 'vitest';
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
});
