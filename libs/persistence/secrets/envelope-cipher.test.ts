import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnvelopeCipher, parseKeyRing } from './envelope-cipher.js';

const older = { id: 'k1', key: randomBytes(32) };
const newer = { id: 'k2', key: randomBytes(32) };

describe('an envelope cipher', () => {
  const cipher = createEnvelopeCipher([older]);

  it('opens for the same purpose and owner', () => {
    expect(cipher.open(cipher.seal('4242', 'card.pan', 'tx-1'), 'card.pan', 'tx-1')).toBe('4242');
  });

  it('does not open for another owner, purpose or after a change of one bit', () => {
    const sealed = cipher.seal('4242', 'card.pan', 'tx-1');
    expect(() => cipher.open(sealed, 'card.pan', 'tx-2')).toThrow();
    expect(() => cipher.open(sealed, 'card.cvv', 'tx-1')).toThrow();
    for (let index = 2; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => cipher.open(altered, 'card.pan', 'tx-1')).toThrow();
    }
  });

  it('never holds the plaintext and never seals the same way twice', () => {
    const first = cipher.seal('4242424242424242', 'card.pan', 'tx-1');
    expect(first.includes('4242424242424242')).toBe(false);
    expect(first.equals(cipher.seal('4242424242424242', 'card.pan', 'tx-1'))).toBe(false);
  });

  it('opens ciphertexts of older keys after a rotation and names a missing key', () => {
    const sealed = cipher.seal('secret', 'personal', 'tx-1');
    expect(createEnvelopeCipher([newer, older]).open(sealed, 'personal', 'tx-1')).toBe('secret');
    expect(() => createEnvelopeCipher([newer]).open(sealed, 'personal', 'tx-1')).toThrow('holds no key k1');
  });
});

describe('a key ring', () => {
  it('is read from the environment form', () => {
    const text = `k2:${newer.key.toString('base64')},k1:${older.key.toString('base64')}`;
    expect(parseKeyRing(text).map((entry) => entry.id)).toEqual(['k2', 'k1']);
  });

  it('refuses short keys', () => {
    expect(() => parseKeyRing('k1:AAAA')).toThrow('32 bytes');
  });
});
