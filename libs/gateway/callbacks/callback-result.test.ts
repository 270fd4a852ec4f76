import { describe, expect, it } from 'vitest';
import { deliveryErrors } from '#domain/wire/callbacks';
import { endpointOf, readDeliveryError } from './endpoint.js';
import { decideDelivery, reportDelivery, type CallbackResult } from './send-callback.js';

function answered(httpStatus: number, retryAfterSeconds?: number): CallbackResult {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: 'answered', httpStatus, latencyMs: 5, ...wait };
}

describe('decideDelivery', () => {
  it('every status is delivered (2xx), stopped (410) or retried', () => {
    for (let status = 200; status < 600; status += 1) {
      const expected = status < 300 ? 'delivered' : status === 410 ? 'stopped' : 'retry';
      expect(decideDelivery(answered(status)), `status ${status}`).toEqual({ kind: expected });
    }
  });

  it('keeps Retry-After, at most 24 hours', () => {
    expect(decideDelivery(answered(429, 120))).toEqual({ kind: 'retry', retryAfterSeconds: 120 });
    expect(decideDelivery(answered(503, 86_400))).toEqual({ kind: 'retry', retryAfterSeconds: 86_400 });
    expect(decideDelivery(answered(503, 86_401))).toEqual({ kind: 'retry', retryAfterSeconds: 86_400 });
    expect(decideDelivery(answered(200, 120))).toEqual({ kind: 'delivered' });
  });

  it('retries without an answer', () => {
    expect(decideDelivery({ kind: 'refusedTarget' })).toEqual({ kind: 'retry' });
    for (const reason of ['timeout', 'refused', 'dns', 'tls', 'reset', 'too_large'] as const) {
      expect(decideDelivery({ kind: 'noAnswer', reason, latencyMs: 5 })).toEqual({ kind: 'retry' });
    }
  });
});

it.each([
  ['https://Shop.Example.com/hooks?a=1', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:443/other', 'shop https://shop.example.com:443'],
  ['https://shop.example.com:8443/', 'shop https://shop.example.com:8443'],
  ['http://shop.example.com/', 'shop http://shop.example.com:80'],
  ['http://[::1]:9000/', 'shop http://[::1]:9000'],
])('%s is %s', (url, endpoint) => expect(endpointOf('shop', url)).toBe(endpoint));

describe('what is told of an attempt', () => {
  it('is its status, or why there is none', () => {
    const latencyMs = 5;
    const told = { httpStatus: undefined, failure: undefined, latencyMs };
    expect(reportDelivery({ kind: 'answered', httpStatus: 500, latencyMs })).toEqual({
      ...told,
      httpStatus: 500,
    });
    expect(reportDelivery({ kind: 'noAnswer', reason: 'dns', latencyMs })).toEqual({
      ...told,
      failure: 'dns',
    });
    expect(reportDelivery({ kind: 'refusedTarget' })).toEqual({
      ...told,
      failure: 'forbidden_address',
      latencyMs: 0,
    });
  });

  it('is read from the log, whichever release wrote it', () => {
    expect(readDeliveryError(null)).toBeNull();
    expect(deliveryErrors.map(readDeliveryError)).toEqual(deliveryErrors);
    expect(readDeliveryError('connect')).toBe('refused');
    expect(readDeliveryError('refused target')).toBe('forbidden_address');
  });
});
