import { describe, expect, it } from 'vitest';
import { formatAmount, formatNumber } from './format-amount.js';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatAmount', () => {
  it.each([
    ['25.5', 'BRL', 'pt-BR', 'R$ 25,50'],
    ['10', 'EUR', 'en', '€10.00'],
    ['1234.5', 'EUR', 'pt-PT', '1234,50 €'],
    ['350', 'MXN', 'en-MX', '$350.00 MXN'],
    ['1250', 'MXN', 'es-MX', '$1,250.00 MXN'],
    ['10', 'COP', 'es-CO', '$ 10,00 COP'],
    ['10', 'USD', 'en', '$10.00 USD'],
    ['1250', 'UYU', 'es-UY', '$ 1.250,00 UYU'],
    ['1500', 'CLP', 'es-CL', '$1.500 CLP'],
    ['10', 'GBP', 'en', '£10.00'],
    ['10', 'EGP', 'en', 'E£10.00'],
    ['10', 'SYP', 'en', '£10.00 SYP'],
    ['1500', 'NGN', 'en', '₦1,500.00'],
    ['150000', 'UZS', 'en-UZ', 'UZS 150,000.00'],
    ['1.5', 'KWD', 'en', 'KWD 1.500'],
    ['1250.5', 'BRL', 'ar-BR-u-nu-latn', '\u20661,250.50 R$\u2069'],
    ['9007199254740993.01', 'EUR', 'en', '€9,007,199,254,740,993.01'],
  ] as const)(
    'shows %s %s in %s as people write it, with the decimals of ISO 4217, every digit kept',
    (...row) => {
      const [amount, currency, language, shown] = row;
      expect(plain(formatAmount({ amount, currency }, language))).toBe(shown);
    },
  );

  it('is never broken over two lines', () => {
    expect(formatAmount({ amount: '1250', currency: 'UYU' }, 'es-UY')).not.toMatch(/[^\S\u00a0]/);
  });

  it('gives the number alone as it is typed', () => {
    expect(formatNumber({ amount: '12345.6', currency: 'EUR' }, 'pt-PT')).toBe('12345,60');
    expect(formatNumber({ amount: '12345', currency: 'MXN' }, 'es-MX')).toBe('12345.00');
  });
});
