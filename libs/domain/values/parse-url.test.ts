import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

describe('parsing a URL', () => {
  it('gives the same answer however often it is asked', () => {
    const answers = Array.from(
      { length: 20_000 },
      () => parseUrl('https://münchen.example/straße')?.hostname,
    );
    expect([...new Set(answers)]).toEqual(['xn--mnchen-3ya.example']);
  });

  it.each(['', 'a.com', '//a.com', 'https://', 'https://a.com:99999'])('%j is not a URL', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
