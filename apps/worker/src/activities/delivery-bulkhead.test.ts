import { describe, expect, it } from 'vitest';
import { createDeliveryBulkhead } from './delivery-bulkhead.js';

/** How many of these get in. */
function admitted(targets: readonly (readonly [merchant: string, url: string])[]): number {
  const bulkhead = createDeliveryBulkhead();
  return targets.filter(([merchant, url]) => 'leave' in bulkhead.enter(merchant, url)).length;
}

const many = Array.from({ length: 200 }, (_each, n) => n);

describe('deliveries under way', () => {
  it('of one merchant to one host are bounded over all its ports', () => {
    const urls = many.map((n) => `https://shop.example.com${n % 2 === 0 ? '' : '.'}:${8_000 + n}/hooks`);
    expect(admitted(urls.map((url) => ['shop', url]))).toBe(8);
  });

  it('to one host are bounded over all merchants', () => {
    expect(admitted(many.map((n) => [`shop_${n}`, 'https://hooks.example.com/']))).toBe(64);
  });

  it('of one merchant are bounded over all its hosts', () => {
    expect(admitted(many.map((n) => ['shop', `https://n${n}.example.com/`]))).toBe(32);
  });

  it('of other merchants to other hosts are not held up', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) bulkhead.enter('slow', `https://n${n}.example.com/`);
    expect(bulkhead.enter('quick', 'https://quick.example.com/')).toHaveProperty('leave');
  });

  it.each([1, 2, 3, 10])(
    'of another merchant to the same host are not held up by %d that hang',
    (hanging) => {
      const bulkhead = createDeliveryBulkhead();
      for (const n of many) bulkhead.enter(`slow_${n % hanging}`, `https://platform.example.com:${n}/`);
      const results = [1, 2, 3, 4].map(() => bulkhead.enter('quick', 'https://platform.example.com/'));
      for (const result of results) expect(result).toHaveProperty('leave');
    },
  );

  it('have to wait for their own merchant, not for those that hang at the same host', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) bulkhead.enter(`slow_${n % 2}`, 'https://platform.example.com/');
    for (const _ of [1, 2, 3, 4]) bulkhead.enter('quick', 'https://platform.example.com/');
    const refused = bulkhead.enter('quick', 'https://platform.example.com/');
    expect('waitMs' in refused && refused.waitMs).toBeLessThan(1_300);
  });

  it('give back all their slots', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) {
      const entered = bulkhead.enter('shop', `https://n${n % 3}.example.com/`);
      if ('leave' in entered) entered.leave();
      expect(entered).toHaveProperty('leave');
    }
  });
});
