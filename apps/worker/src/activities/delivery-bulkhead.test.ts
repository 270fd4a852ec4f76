import { describe, expect, it } from 'vitest';
import { createDeliveryBulkhead } from './delivery-bulkhead.js';

/** How many of these get in. */
function admitted(targets: readonly (readonly [merchant: string, url: string])[]): number {
  const bulkhead = createDeliveryBulkhead();
  return targets.filter(([merchant, url]) => 'leave' in bulkhead.enter(merchant, url)).length;
}

const many = Array.from({ length: 200 }, (_each, n) => n);

describe('deliveries under way', () => {
  it('to one host are bounded over all its ports', () => {
    expect(admitted(many.map((n) => ['shop', `https://shop.example.com:${8_000 + n}/hooks`]))).toBe(16);
  });

  it('to one host are bounded over all merchants', () => {
    expect(admitted(many.map((n) => [`shop_${n}`, 'https://hooks.example.com/']))).toBe(16);
  });

  it('of one merchant are bounded over all its hosts', () => {
    expect(admitted(many.map((n) => ['shop', `https://n${n}.example.com/`]))).toBe(32);
  });

  it('of other merchants to other hosts are not held up', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) bulkhead.enter('slow', `https://n${n}.example.com/`);
    expect(bulkhead.enter('quick', 'https://quick.example.com/')).toHaveProperty('leave');
  });

  it('give back both slots', () => {
    const bulkhead = createDeliveryBulkhead();
    for (const n of many) {
      const entered = bulkhead.enter('shop', `https://n${n % 3}.example.com/`);
      if ('leave' in entered) entered.leave();
      expect(entered).toHaveProperty('leave');
    }
  });
});
