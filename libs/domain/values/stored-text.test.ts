import { describe, expect, it } from 'vitest';
import { isText, lengthOf } from './text.js';

describe('a text that can be stored', () => {
  it.each([
    ['', 0],
    ['Zürich', 6],
    ['💶💶', 2],
    ['line\nbreak', 10],
  ])('%j has at most %i characters', (text, max) => {
    expect(isText(text, max)).toBe(true);
    expect(lengthOf(text)).toBe(max);
  });

  it.each([
    ['a character too many', 'abcd', 3],
    ['a symbol too many', '💶💶💶', 2],
    ['NUL', 'a\u0000', 9],
    ['half a symbol', 'a\ud83d', 9],
    ['a number', 12, 9],
    ['nothing', undefined, 9],
    ['a list of characters', ['a'], 9],
  ])('has not %s', (_name, value, max) => {
    expect(isText(value, max)).toBe(false);
  });
});
