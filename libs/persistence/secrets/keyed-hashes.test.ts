import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createKeyedHashes } from './keyed-hashes.js';

const hashes = createKeyedHashes(randomBytes(32).toString('base64'));

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

  it('means nothing under another root secret', () => {
    const token = createKeyedHashes(randomBytes(32).toString('base64')).linkToken(uuid());
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
