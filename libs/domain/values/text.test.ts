import { describe, expect, it } from 'vitest';
import { isBlank, quote } from './text.js';

describe('what a caller sent, repeated', () => {
  it.each([
    ['order-1', '"order-1"'],
    ['Zürich 💶', '"Zürich 💶"'],
    ['a\nb\u0000c', '"a?b?c"'],
    ['a\u202eb\ud800', '"a?b?"'],
    ['💶'.repeat(128), `"${'💶'.repeat(128)}"`],
    ['💶'.repeat(129), `"${'💶'.repeat(128)}…"`],
  ])('%j is shown as %s', (text, shown) => {
    expect(quote(text)).toBe(shown);
  });
});

describe('a blank text', () => {
  it.each([
    '',
    ' \t\r\n\v\f\u0085',
    '\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000',
    '\ufeff',
    '\u200b',
    '\u200b\u200c\u200d\u200e\u200f',
    '\u202a\u202e\u2060\u2064\u2066\u2069\u206f',
    '\u00ad',
    '\u034f\u061c',
    '\u115f\u1160',
    '\u17b4\u17b5',
    '\u180b\u180e',
    '\u3164',
    '\uffa0',
    '\ufe0f',
    '\ufff9\ufffb',
    '\u2800',
    '\u{1bca0}\u{1d159}\u{1d173}',
    '\u{e0001}\u{e0041}\u{e007f}',
    '\u{e0100}',
    ' \u3164 \u200b',
  ])('%j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', '0', '.', '-', '\u200ba', '\u0301', '\u0000', '\u0007', '👩\u200d👦', '☺\ufe0f', 'ㅤa'])(
    'is not %j',
    (text) => {
      expect(isBlank(text)).toBe(false);
    },
  );
});
