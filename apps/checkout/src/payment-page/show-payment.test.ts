import { describe, expect, it } from 'vitest';
import { isVisit } from './show-payment.js';

describe('isVisit', () => {
  it('is a GET of a customer, not a HEAD and not a fetch in advance', () => {
    expect(isVisit({ method: 'GET', headers: {} })).toBe(true);
    expect(isVisit({ method: 'HEAD', headers: {} })).toBe(false);
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
    ]) {
      expect(isVisit({ method: 'GET', headers })).toBe(false);
    }
  });
});
