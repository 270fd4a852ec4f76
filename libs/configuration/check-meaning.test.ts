import { describe, expect, it } from 'vitest';
import { checkMeaning } from './check-meaning.js';

describe('opening balances', () => {
  const mistakesOf = (opening_balances: Readonly<Record<string, string | number>>) =>
    checkMeaning({ merchant_defaults: { opening_balances }, merchants: { shop: { opening_balances } } }, []);

  it('are no finer than their currency', () => {
    expect(mistakesOf({ EUR: '10.55', BHD: '0.001', UGX: 10 })).toEqual([]);
    expect(mistakesOf({ EUR: '10.555', UGX: '10.5' })).toEqual([
      { at: ['merchant_defaults', 'opening_balances', 'EUR'], message: 'has more decimals than EUR has' },
      { at: ['merchant_defaults', 'opening_balances', 'UGX'], message: 'has more decimals than UGX has' },
      { at: ['merchants', 'shop', 'opening_balances', 'EUR'], message: 'has more decimals than EUR has' },
      { at: ['merchants', 'shop', 'opening_balances', 'UGX'], message: 'has more decimals than UGX has' },
    ]);
  });
});
