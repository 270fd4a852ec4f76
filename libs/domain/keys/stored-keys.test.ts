import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeySet, isWeakKey, type StoredKey } from './stored-keys.js';

const key = (id: string, changes: Partial<StoredKey> = {}): StoredKey => ({
  id,
  project: 'shop',
  purpose: 'request',
  secret: `secret of ${id}`,
  notBefore: 1_000,
  ...changes,
});

describe('a request key', () => {
  const keys = createKeySet([
    key('mk_1'),
    key('mk_2', { revokedAt: 2_000 }),
    key('ck_1', { purpose: 'callback' }),
  ]);

  it('is found from its beginning to before its end', () => {
    expect(keys.requestKey('mk_2', 999)).toBeUndefined();
    expect(keys.requestKey('mk_2', 1_000)?.secret).toBe('secret of mk_2');
    expect(keys.requestKey('mk_2', 1_999)?.secret).toBe('secret of mk_2');
    expect(keys.requestKey('mk_2', 2_000)).toBeUndefined();
    expect(keys.requestKey('mk_1', Number.MAX_SAFE_INTEGER)?.secret).toBe('secret of mk_1');
  });

  it('is never a callback key', () => {
    expect(keys.requestKey('ck_1', 1_500)).toBeUndefined();
  });

  it.each(['mk_3', 'constructor', '__proto__'])('%s is unknown', (id) => {
    expect(keys.requestKey(id, 1_500)).toBeUndefined();
  });
});

describe('callback keys', () => {
  const callback = (id: string, changes: Partial<StoredKey> = {}) =>
    key(id, { purpose: 'callback', ...changes });
  const keys = createKeySet([
    callback('ck_old', { revokedAt: 5_000 }),
    callback('ck_pending', { notBefore: 4_000 }),
    callback('ck_new', { notBefore: 2_000 }),
    callback('ck_other', { project: 'other', notBefore: 3_000 }),
    key('mk_1'),
  ]);
  const idsAt = (now: number) => keys.callbackKeys('shop', now).map(({ id }) => id);

  it('are those of the project that are valid, the newest first', () => {
    expect(idsAt(999)).toEqual([]);
    expect(idsAt(1_000)).toEqual(['ck_old']);
    expect(idsAt(2_000)).toEqual(['ck_new', 'ck_old']);
    expect(idsAt(4_000)).toEqual(['ck_pending', 'ck_new', 'ck_old']);
    expect(idsAt(5_000)).toEqual(['ck_pending', 'ck_new']);
  });
});

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
])('%s are no key', (_name, weak) => {
  expect(isWeakKey(weak)).toBe(true);
});

it('random bytes are one', () => {
  for (const length of [24, 32]) {
    for (let time = 0; time < 500; time += 1) expect(isWeakKey(randomBytes(length))).toBe(false);
  }
});
