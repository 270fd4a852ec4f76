import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createKeyedHashes, type KeyedHashes } from './keyed-hashes.js';

const older = randomBytes(32).toString('base64');
const newer = randomBytes(32).toString('base64');
const hashes = createKeyedHashes(older);

describe('a link token', () => {
  it('gives its identifier back', () => {
    const identifier = uuid();
    expect(hashes.readLinkToken(hashes.linkToken(identifier))).toBe(identifier);
  });

  it('is refused after any change of one character, and so is the identifier itself', () => {
    const identifier = uuid();
    const token = hashes.linkToken(identifier);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(hashes.readLinkToken(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
    }
    expect(hashes.readLinkToken(identifier)).toBeUndefined();
  });

  it('is refused under another root secret', () => {
    const token = createKeyedHashes(newer).linkToken(uuid());
    expect(hashes.readLinkToken(token)).toBeUndefined();
  });
});

describe('fingerprints', () => {
  it('differ by project, by content and by purpose', () => {
    expect(hashes.content('a', 'body')).toEqual(hashes.content('a', 'body'));
    expect(hashes.content('a', 'body')).not.toEqual(hashes.content('b', 'body'));
    expect(hashes.content('a', 'body')).not.toEqual(hashes.content('a', 'other'));
    expect(hashes.transfer('a', 'body')).not.toEqual(hashes.transfer('b', 'body'));
    expect(hashes.transfer('a', 'body')).not.toEqual(hashes.content('a', 'body'));
    expect(hashes.customer('a', 'c-1')).not.toEqual(hashes.customer('b', 'c-1'));
    expect(hashes.customer('a', 'c-1')).not.toEqual(hashes.transfer('a', 'c-1'));
  });
});

/** The setting, step by step (docs/operations.md, "Replace GATEWAY_SECRET"). */
const before = hashes;
const learned = createKeyedHashes(`${older},${newer}`);
const replaced = createKeyedHashes(`${newer},${older}`);
const retired = createKeyedHashes(`${newer},retired:${older}`);

/** Everything that is stored or given out, and then looked up or verified. */
const stored: readonly (readonly [string, (by: KeyedHashes) => readonly (Buffer | string)[]])[] = [
  ['content of a request', (by) => by.content('shop', 'body')],
  ['transfer details', (by) => by.transfer('payment', 'details')],
  ['blocked person', (by) => by.blocked({ kind: 'email', value: 'ada@example.com' })],
];
const verified: typeof stored = [
  ['proof of a form', (by) => by.form('payment', 'browser')],
  ['customer with limits', (by) => by.customer('shop', 'c-1')],
];

describe.each([
  ['before and while all learn the new secret', before, learned],
  ['while all learn the new secret and while it is used', learned, replaced],
])('two processes beside each other, %s', (_, one, other) => {
  it.each([...stored, ...verified])('recognise each other by the %s', (_of, hashBy) => {
    expect(hashBy(other)).toContainEqual(hashBy(one)[0]);
    expect(hashBy(one)).toContainEqual(hashBy(other)[0]);
  });

  it('open the links of each other', () => {
    const identifier = uuid();
    expect(one.readLinkToken(other.linkToken(identifier))).toBe(identifier);
    expect(other.readLinkToken(one.linkToken(identifier))).toBe(identifier);
  });
});

describe('a retired secret', () => {
  it.each(stored)('still recognises the %s', (_, hashBy) => {
    expect(hashBy(retired)).toContainEqual(hashBy(before)[0]);
    expect(hashBy(retired)[0]).toEqual(hashBy(replaced)[0]);
  });

  it.each(verified)('makes no %s', (_, hashBy) => {
    expect(hashBy(retired)).toEqual([hashBy(replaced)[0]]);
  });

  it('opens no link', () => {
    expect(retired.readLinkToken(before.linkToken(uuid()))).toBeUndefined();
  });
});

it('customers are counted by both secrets before the new one is used', () => {
  expect(learned.customer('shop', 'c-1')).toContainEqual(retired.customer('shop', 'c-1')[0]);
});

it.each([
  ['an empty text', ''],
  ['a short secret', 'AAAA'],
  ['only a retired secret', `retired:${older}`],
  ['an empty part', `${older},`],
  ['another mark', `${newer},before:${older}`],
  ['an active secret twice', `${older},${older}`],
  ['a secret that is active and retired', `${older},retired:${older}`],
])('%s is refused', (_, text) => {
  expect(() => createKeyedHashes(text)).toThrow(
    'GATEWAY_SECRET must be "base64[,base64][,retired:base64]" with different secrets of 32 bytes',
  );
});
