import { describe, expect, it } from 'vitest';
import { quote } from './text.js';

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
