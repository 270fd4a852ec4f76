import { describe, expect, it } from 'vitest';
import { GatewayError } from './gateway-error.js';

describe('GatewayError', () => {
  it('lists every failing field at once, by path', () => {
    const error = new GatewayError('invalidParams', {
      fields: [
        { path: 'customer.itn', problem: 'must be 6 to 10 digits' },
        { path: 'extra.meta.documentType', problem: 'must be one of CO_CC, CO_CE' },
      ],
    });
    expect(error.description).toBe(
      'customer.itn: must be 6 to 10 digits; extra.meta.documentType: must be one of CO_CC, CO_CE',
    );
    expect(error.fields).toHaveLength(2);
  });

  it('prefers its own words, then the catalogue’s', () => {
    expect(new GatewayError('limitExceeded', { description: 'Above 500' }).description).toBe('Above 500');
    expect(new GatewayError('paymentRouteMissing').description).toBe('Unknown routing error');
    expect(new GatewayError('limitExceeded').description).toBe('');
  });

  it('carries the row of its condition and what was known', () => {
    const error = new GatewayError('methodNotAllowed', { reference: 'order-1', allow: 'POST' });
    expect(error).toBeInstanceOf(Error);
    expect(error.row).toMatchObject({ code: 30, reason: 'Invalid params', httpStatus: 405 });
    expect([error.reference, error.allow, error.identifier]).toEqual(['order-1', 'POST', undefined]);
    expect(error.message).toBe('Invalid params: This path does not take this HTTP method');
  });
});
