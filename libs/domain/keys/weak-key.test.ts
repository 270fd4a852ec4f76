import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isWeakKey } from './weak-key.js';

const bytes = (byteAt: (index: number) => number, length = 32) =>
  Uint8Array.from({ length }, (_, index) => byteAt(index));

it.each([
  ['zero bytes', bytes(() => 0)],
  ['one byte, repeated', bytes(() => 0xab)],
  ['a few bytes, repeated', bytes((index) => index % 7)],
  ['bytes that count up', bytes((index) => index)],
  ['bytes that count down beyond zero', bytes((index) => 5 - index)],
  ['bytes that count by three', bytes((index) => 200 + 3 * index)],
  ['a word, repeated', Buffer.from('passwordpasswordpasswordpassword')],
  ['nothing', bytes(() => 0, 0)],
])('%s are no key', (_name, key) => {
  expect(isWeakKey(key)).toBe(true);
});

it('random bytes are one', () => {
  for (const length of [24, 32]) {
    for (let time = 0; time < 500; time += 1) expect(isWeakKey(randomBytes(length))).toBe(false);
  }
});
