import { describe, expect, it } from 'vitest';
import { createDeliveryBulkhead } from './delivery-bulkhead.js';

/** The number of targets that get a slot. */
function admitted(targets: readonly (readonly [merchant: string, url: string])[]): number {
  const bulkhead = createDeliveryBulkhead();
  return targets.filter(([merchant, url]) => 'release' in bulkhead.acquire(merchant, url)).length;
}

const many = Array.from({ length: 200 }, (_each, n) => n);

describe('concurrent deliveries', () => {
  it('of one merchant to one host are limited over all its ports', () => {
    const urls = many.map((n) => `https://shop.example.com${n % 2 === 0 ? '' : '.'}:${8_000 + n}/hooks`);
    expect(admitted(urls.map((url) => ['shop', url]))).toBe(8);
  });

  it('to one host are limited over all merchants', () => {
    expect(admitted(many.map((n) => [`shop_${n}`, 'https://hooks.example.com/']))).toBe(64);
  });

  it('of one merchant are limited over all its hosts', () => {
    expect(admitted(many.map((n) => ['shop', `https://n${n}.example.com/`]))).toBe(32);
  });

  it('of other merchants to other hosts are not delayed', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) bulkhead.acquire('slow', `https://n${n}.example.com/`);
    expect(bulkhead.acquire('quick', 'https://quick.example.com/')).toHaveProperty('release');
  });

  it.each([1, 2, 3, 10])(
    'of another merchant to the same host are not delayed by %d hanging merchants',
    (hanging) => {
      const bulkhead = createDeliveryBulkhead();
      for (const n of many) bulkhead.acquire(`slow_${n % hanging}`, `https://platform.example.com:${n}/`);
      const results = [1, 2, 3, 4].map(() => bulkhead.acquire('quick', 'https://platform.example.com/'));
      for (const result of results) expect(result).toHaveProperty('release');
    },
  );

  it('wait for their own merchant, not for others that hang at the same host', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) bulkhead.acquire(`slow_${n % 2}`, 'https://platform.example.com/');
    for (const _ of [1, 2, 3, 4]) bulkhead.acquire('quick', 'https://platform.example.com/');
    const refused = bulkhead.acquire('quick', 'https://platform.example.com/');
    expect('waitMs' in refused && refused.waitMs).toBeLessThan(1_300);
  });

  it('free all their slots', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) {
      const acquired = bulkhead.acquire('shop', `https://n${n % 3}.example.com/`);
      if ('release' in acquired) acquired.release();
      expect(acquired).toHaveProperty('release');
    }
  });
});
