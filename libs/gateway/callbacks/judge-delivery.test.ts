import { describe, expect, it } from 'vitest';
import { judgeDelivery } from './judge-delivery.js';
import type { CallbackResult } from './send-callback.js';

function answered(httpStatus: number, retryAfterSeconds?: number): CallbackResult {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: 'answered', httpStatus, latencyMs: 5, ...wait };
}

describe('judgeDelivery', () => {
  it('every status is delivered (2xx), stopped (410) or retried', () => {
    for (let status = 200; status < 600; status += 1) {
      const expected = status < 300 ? 'delivered' : status === 410 ? 'stopped' : 'retry';
      expect(judgeDelivery(answered(status)), `status ${status}`).toEqual({ kind: expected });
    }
  });

  it('keeps Retry-After, at most 24 hours', () => {
    expect(judgeDelivery(answered(429, 120))).toEqual({ kind: 'retry', retryAfterSeconds: 120 });
    expect(judgeDelivery(answered(503, 86_400))).toEqual({ kind: 'retry', retryAfterSeconds: 86_400 });
    expect(judgeDelivery(answered(503, 86_401))).toEqual({ kind: 'retry', retryAfterSeconds: 86_400 });
    expect(judgeDelivery(answered(200, 120))).toEqual({ kind: 'delivered' });
  });

  it('retries without an answer', () => {
    expect(judgeDelivery({ kind: 'refusedTarget' })).toEqual({ kind: 'retry' });
    for (const reason of ['timeout', 'connect', 'reset'] as const) {
      expect(judgeDelivery({ kind: 'noAnswer', reason, latencyMs: 5 })).toEqual({ kind: 'retry' });
    }
  });
});
