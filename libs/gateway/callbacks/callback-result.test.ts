import { describe, expect, it } from 'vitest';
import { deliveryErrors } from '#domain/wire/callbacks';
import { endpointOf, readDeliveryError } from './endpoint.js';
import { reportDelivery } from './send-callback.js';

it.each([
  ['https://Shop.Example.com/hooks?a=1', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:443/other', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:8443/', 'shop https://shop.example.com:8443'],
  ['http://shop.example.com/', 'shop http://shop.example.com:80'],
  ['http://[::1]:9000/', 'shop http://[::1]:9000'],
])('%s is %s', (url, endpoint) => expect(endpointOf('shop', url)).toBe(endpoint));

describe('the report of an attempt', () => {
  it('holds the status, or the reason for its absence', () => {
    const latencyMs = 5;
    const report = { httpStatus: undefined, failure: undefined, latencyMs };
    expect(reportDelivery({ kind: 'answered', httpStatus: 500, latencyMs })).toEqual({
      ...report,
      httpStatus: 500,
    });
    expect(reportDelivery({ kind: 'noAnswer', reason: 'dns', latencyMs })).toEqual({
      ...report,
      failure: 'dns',
    });
    expect(reportDelivery({ kind: 'refusedTarget' })).toEqual({
      ...report,
      failure: 'forbidden_address',
      latencyMs: 0,
    });
  });

  it('is read from the log entries of every release', () => {
    expect(readDeliveryError(null)).toBeNull();
    expect(deliveryErrors.map(readDeliveryError)).toEqual(deliveryErrors);
    expect(readDeliveryError('connect')).toBe('refused');
    expect(readDeliveryError('refused target')).toBe('forbidden_address');
  });
});
