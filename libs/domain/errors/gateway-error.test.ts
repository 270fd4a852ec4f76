import { describe, expect, it } from 'vitest';
import { errorCatalogue, type ErrorKey } from './error-catalogue.js';
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
  });

  it.each(Object.keys(errorCatalogue) as ErrorKey[])('%s is never without words', (key) => {
    const words = [{}, { description: '' }, { fields: [] }].map(
      (details) => new GatewayError(key, details).description,
    );
    expect(words).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/\S/)));
  });

  it('carries the row of its condition and what was known', () => {
    const error = new GatewayError('methodNotAllowed', { reference: 'order-1', allow: 'POST' });
    expect(error).toBeInstanceOf(Error);
    expect(error.condition).toMatchObject({ code: 30, reason: 'Invalid params', httpStatus: 405 });
    expect([error.reference, error.allow, error.identifier]).toEqual(['order-1', 'POST', undefined]);
    expect(error.message).toBe('Invalid params: This path does not support this HTTP method');
  });
});
