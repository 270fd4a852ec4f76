import { describe, expect, it } from 'vitest';
import { customerValues } from './customer-values.js';
import { phoneValues } from './phone-values.js';

describe('a phone is blocked however it is written', () => {
  it.each<[sent: string, country: string | undefined]>([
    ['+57 300 123 4567', undefined],
    ['0057 3001234567', 'DE'],
    ['+573001234567', 'CO'],
    ['573001234567', 'CO'],
    ['3001234567', 'CO'],
    ['300 123-4567', 'CO'],
  ])('%s in %s', (sent, country) => {
    expect(phoneValues(sent, country)).toContain('573001234567');
  });

  it('also one that was blocked without its country', () => {
    expect(phoneValues('3001234567', 'CO')).toContain(phoneValues('300 123 4567', undefined)[0]);
  });

  it('and is not the number of another country', () => {
    expect(phoneValues('3001234567', 'PE')).not.toContain('573001234567');
    expect(phoneValues('3001234567', undefined)).toEqual(['3001234567']);
  });

  it('begins with the likeliest: the international number', () => {
    expect(phoneValues('0049 30 123456', undefined)[0]).toBe('4930123456');
    expect(phoneValues('03012345678', 'DE')).toContain('493012345678');
  });
});

describe('what of a customer may be blocked', () => {
  it('is every field that names one, in its plain spelling', () => {
    const customer = {
      identifier: 'C-1',
      email: 'Ada@Example.com',
      phone: '+34600000000',
      itn: '529.982.247-25',
      ip: '203.0.113.7',
      first_name: 'Ada',
      city: 'Madrid',
    };
    expect(customerValues(customer, undefined)).toEqual([
      { kind: 'identifier', value: 'c-1' },
      // As it was hashed before spellings were seen through.
      { kind: 'identifier', value: 'C-1' },
      { kind: 'email', value: 'ada@example.com' },
      { kind: 'document', value: '52998224725' },
      { kind: 'address', value: '203.0.113.7' },
      { kind: 'phone', value: '34600000000' },
    ]);
    expect(customerValues({}, 'CO')).toEqual([]);
  });

  it("reads a phone in the customer's country, else in the method's", () => {
    const phone = '3001234567';
    expect(customerValues({ phone }, 'CO')).toContainEqual({ kind: 'phone', value: '573001234567' });
    expect(customerValues({ phone, country: 'CO' }, 'BR')).toContainEqual({
      kind: 'phone',
      value: '573001234567',
    });
    expect(customerValues({ phone, country: 'US' }, 'CO')).not.toContainEqual({
      kind: 'phone',
      value: '573001234567',
    });
  });
});
