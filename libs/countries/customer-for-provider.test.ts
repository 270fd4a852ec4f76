import { describe, expect, it } from 'vitest';
import { customerForProvider, subdivisionCode } from './customer-for-provider.js';

describe('the customer for a provider', () => {
  it('has phone and state by the customer’s own country', () => {
    const customer = { identifier: 'c', phone: '5511912345678', state_code: 'SP', country: 'BR' };
    expect(customerForProvider(customer, 'MX')).toEqual({
      identifier: 'c',
      phone: '+5511912345678',
      state_code: 'BR-SP',
      country: 'BR',
    });
  });

  it('else by the method’s; the country is not made up', () => {
    expect(customerForProvider({ phone: '573001234567', state_code: 'ANT' }, 'CO')).toEqual({
      phone: '+573001234567',
      state_code: 'CO-ANT',
    });
  });

  it('stays as sent where neither is known, and absent fields stay absent', () => {
    const customer = { identifier: 'c', itn: '52998224725', state_code: 'SP' };
    expect(customerForProvider(customer, undefined)).toEqual(customer);
    expect(customerForProvider({ identifier: 'c' }, 'BR')).toEqual({ identifier: 'c' });
  });
});

describe('state codes', () => {
  it.each([
    ['SP', 'BR', 'BR-SP'],
    ['BR-SP', 'BR', 'BR-SP'],
    ['11', 'PT', 'PT-11'],
    ['33', 'KZ', 'KZ-33'],
    ['ENG', 'GB', 'GB-ENG'],
    ['BE', 'DE', 'DE-BE'],
  ])('%s in %s is %s', (sent, country, code) => {
    expect(subdivisionCode(sent, country)).toBe(code);
  });

  it.each([
    ['XX', 'BR'],
    ['US-CA', 'BR'],
    ['BR-SP', 'US'],
    ['SP', undefined],
    ['1', 'PT'],
  ])('%s in %s is not a subdivision, and stays as sent', (sent, country) => {
    expect(subdivisionCode(sent, country)).toBe(sent);
  });
});
