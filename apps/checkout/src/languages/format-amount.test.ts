import { describe, expect, it } from 'vitest';
import { formatAmount, formatNumber } from './format-amount.js';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatAmount', () => {
  it.each([
    ['10', 'COP', 'en', 'COP 10.00'],
    ['1234.5', 'BRL', 'pt', 'BRL 1.234,50'],
    ['1234567.5', 'UYU', 'es', '1.234.567,50 UYU'],
    ['1250', 'MXN', 'es-MX', 'MXN 1,250.00'],
    ['1250', 'UYU', 'es-UY', 'UYU 1.250,00'],
    ['1234.5', 'EUR', 'pt-PT', '1234,50 EUR'],
    ['1500', 'CLP', 'en', 'CLP 1,500'],
    ['1.5', 'KWD', 'en', 'KWD 1.500'],
    ['9007199254740993.01', 'EUR', 'en', 'EUR 9,007,199,254,740,993.01'],
  ] as const)('shows %s %s in %s with the decimals of ISO 4217, every digit kept', (...row) => {
    const [amount, currency, language, shown] = row;
    expect(plain(formatAmount({ amount, currency }, language))).toBe(shown);
  });

  it('gives the number alone as it is typed', () => {
    expect(formatNumber({ amount: '12345.6', currency: 'EUR' }, 'pt-PT')).toBe('12345,60');
    expect(formatNumber({ amount: '12345', currency: 'MXN' }, 'es-MX')).toBe('12345.00');
  });
});
