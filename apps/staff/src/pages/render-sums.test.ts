import { expect, it } from 'vitest';
import { sumByCurrency } from './render-sums.js';

it('sums each currency by itself, with its decimals, below nought too', () => {
  const rows = [
    { Merchant: 'a', Currency: 'JPY', Owed: '7', Held: null },
    { Merchant: 'a', Currency: 'EUR', Owed: '0.1', Held: '-1.5' },
    { Merchant: 'b', Currency: 'EUR', Owed: '0.2', Held: '1' },
  ];
  expect(sumByCurrency(['Owed', 'Held'], rows)).toEqual([
    { Currency: 'EUR', Owed: '0.30', Held: '-0.50' },
    { Currency: 'JPY', Owed: '7', Held: '0' },
  ]);
  expect(sumByCurrency(['Owed'], [])).toEqual([]);
});
