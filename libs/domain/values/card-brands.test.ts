import { describe, expect, it } from 'vitest';
import { brandName, brandOf, brandTable, cardBrands } from './card-brands.js';

describe('the brand of a card', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4571000000000001', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2200000000000004', 'mir'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['6500000000000002', 'discover'],
    ['30569309025904', 'diners'],
    ['30950000000007', 'diners'],
    ['38520000023237', 'diners'],
    ['3530111333300000', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['8171999927660000', 'unionpay'],
    ['6304000000000000', 'maestro'],
    ['6759649826438453', 'maestro'],
    ['5018000000000009', 'maestro'],
    ['6331101999990016', 'maestro'],
    ['8600000000000007', 'uzcard'],
    ['9860000000000008', 'humo'],
    ['5061000000000000', 'verve'],
    ['5078650000000000', 'verve'],
    ['6362970000457013', 'elo'],
    ['6363680000457013', 'elo'],
    ['5067268650517446', 'elo'],
    ['5090510000414209', 'elo'],
    ['6516539999924898', 'elo'],
    ['6550049999924911', 'elo'],
    ['6504050000000000', 'elo'],
    ['4389350000000000', 'elo'],
    ['4011780000000000', 'elo'],
    ['6277800000000000', 'elo'],
    ['5062540000000000', 'carnet'],
    ['6393880000000000', 'carnet'],
    ['2869000000000000', 'carnet'],
    ['6062820000000000', 'hipercard'],
    ['3841000000000000', 'hipercard'],
    ['6370950000000005', 'hiper'],
    ['6521500000000000', 'rupay'],
    ['6069850000000000', 'rupay'],
    ['5085000000000000', 'rupay'],
    ['8172000000000000', 'rupay'],
    ['5019717010103742', 'dankort'],
    ['9792000000000001', 'troy'],
  ])('%s is %s', (pan, brand) => {
    expect(brandOf(pan)).toBe(brand);
  });

  it.each([
    '5000000000000000',
    '5780000000000000',
    '6300000000000000',
    '6042010000000000',
    '9999999999999995',
    '50',
    '',
  ])('%s is unknown, in ranges that many networks share', (pan) => {
    expect(brandOf(pan)).toBe('unknown');
  });

  it.each([
    ['amex', 'Amex'],
    ['jcb', 'JCB'],
    ['rupay', 'RuPay'],
    ['unionpay', 'UnionPay'],
    ['visa', 'Visa'],
    ['mastercard', 'Mastercard'],
  ])('%s is shown as %s', (brand, name) => {
    expect(brandName(brand)).toBe(name);
  });

  it.each(['25', '5'])('is unknown until enough digits are known: %s', (digits) => {
    expect(brandOf(digits)).toBe('unknown');
  });

  it('of each name has a range in the table, which no broader one hides', () => {
    const entries = brandTable.split(',').map((entry) => entry.split(/[- ]/));
    expect(new Set(entries.map(([, , name]) => name)).size).toBe(cardBrands.length);
    for (const [from = '', to = '', name = ''] of entries) {
      expect([from, brandOf(from), from.length]).toEqual([from, name.toLowerCase(), to.length]);
      expect([to, brandOf(to)]).toEqual([to, name.toLowerCase()]);
      expect(from <= to).toBe(true);
    }
  });
});
