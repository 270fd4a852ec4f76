import { describe, expect, it } from 'vitest';
import { formatAmount } from './format-amount.js';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatAmount', () => {
  it.each([
    ['10', 'COP', 'en', 'COP 10.00'],
    ['1234.5', 'BRL', 'pt', 'BRL 1.234,50'],
    ['1234567.5', 'UYU', 'es', '1.234.567,50 UYU'],
    ['1500', 'CLP', 'en', 'CLP 1,500'],
    ['1.5', 'KWD', 'en', 'KWD 1.500'],
    ['9007199254740993.01', 'EUR', 'en', 'EUR 9,007,199,254,740,993.01'],
  ] as const)('shows %s %s in %s with the decimals of ISO 4217, every digit kept', (...row) => {
    const [amount, currency, language, shown] = row;
    expect(plain(formatAmount({ amount, currency }, language))).toBe(shown);
  });
});
