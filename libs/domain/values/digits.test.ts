import { describe, expect, it } from 'vitest';
import { digitsOf, withAsciiDigits } from './digits.js';

describe('digits of other scripts', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', 'Arabic-Indic'],
    ['۰۱۲۳۴۵۶۷۸۹', 'Persian'],
    ['０１２３４５６７８９', 'full-width'],
    ['०१२३४५६७८९', 'Devanagari'],
    ['๐๑๒๓๔๕๖๗๘๙', 'Thai'],
    ['𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', 'bold'],
    ['𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿', 'monospace'],
    ['0123456789', 'ASCII'],
  ])('%s are those of ASCII (%s)', (digits) => {
    expect(withAsciiDigits(digits)).toBe('0123456789');
  });

  it('are all that are decimal, by what the engine itself reads them as', () => {
    const all = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint)
      .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
      .map((codePoint) => String.fromCodePoint(codePoint))
      .filter((character) => /\p{Nd}/u.test(character));
    expect(all.length % 10).toBe(0);
    expect(all.length).toBeGreaterThan(600);
    expect(withAsciiDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10));
  });

  it('leave everything else as it is', () => {
    expect(withAsciiDigits('a-b ½ ² ① Ⅷ 四')).toBe('a-b ½ ² ① Ⅷ 四');
    expect(digitsOf('4242–4242.4242\u00a0４２４２\u200b')).toBe('4242424242424242');
  });
});
