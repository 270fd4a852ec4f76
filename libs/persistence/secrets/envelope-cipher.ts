import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import assert from 'node:assert/strict';
import { bind } from './bind.js';

/** Encrypts small secrets at rest (contract §14): AES-256-GCM under a fresh data key per ciphertext. */
export abstract class EnvelopeCipher {
  /** Of the key that it seals with. */
  abstract readonly keyId: string;
  /** `owner` and `purpose` are bound to the ciphertext: a ciphertext moved to another row or column does not open. */
  abstract seal(plaintext: string, purpose: string, owner: string): Buffer;
  /** Throws when the ciphertext was altered, moved, or its key id is no longer in the ring. */
  abstract open(ciphertext: Buffer, purpose: string, owner: string): string;
}

/** Key encryption keys by id, the first one encrypts; older ones stay until their ciphertexts are gone. */
export type KeyRing = readonly { readonly id: string; readonly key: Buffer }[];

/** Reads `id:base64,id:base64` (each key 32 bytes); `name` is that of the setting, for the message. */
export function parseKeyRing(text: string, name = 'GATEWAY_ENCRYPTION_KEYS'): KeyRing {
  const ring = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  for (const { id, key } of ring) {
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== keyBytes) {
      throw new Error(`${name} must be "id:base64[,id:base64]" with keys of 32 bytes`);
    }
  }
  return ring;
}

export function createEnvelopeCipher(ring: KeyRing): EnvelopeCipher {
  const [active] = ring;
  assert(active, 'a key ring holds at least one key');
  return {
    keyId: active.id,
    seal(plaintext, purpose, owner) {
      const dataKey = randomBytes(keyBytes);
      const keyId = Buffer.from(active.id);
      const wrapIv = randomBytes(ivBytes);
      const bodyIv = randomBytes(ivBytes);
      const ciphertext = Buffer.concat([
        Buffer.from([ciphertextVersion, keyId.length]),
        keyId,
        wrapIv,
        encrypt(active.key, wrapIv, dataKey, bind('data-key', purpose, owner, active.id)),
        bodyIv,
        encrypt(dataKey, bodyIv, Buffer.from(plaintext), bind('body', purpose, owner, active.id)),
      ]);
      dataKey.fill(0);
      return ciphertext;
    },
    open(ciphertext, purpose, owner) {
      assert.equal(ciphertext[0], ciphertextVersion, 'a ciphertext starts with its version');
      const keyId = sealedWith(ciphertext);
      const keyIdEnd = 2 + (ciphertext[1] ?? 0);
      const held = ring.find((entry) => entry.id === keyId);
      assert(held, `the key ring holds no key ${keyId}`);
      const wrappedEnd = keyIdEnd + ivBytes + keyBytes + tagBytes;
      const wrapIv = ciphertext.subarray(keyIdEnd, keyIdEnd + ivBytes);
      const wrapped = ciphertext.subarray(keyIdEnd + ivBytes, wrappedEnd);
      const dataKey = decrypt(held.key, wrapIv, wrapped, bind('data-key', purpose, owner, keyId));
      const bodyIv = ciphertext.subarray(wrappedEnd, wrappedEnd + ivBytes);
      const body = ciphertext.subarray(wrappedEnd + ivBytes);
      const plaintext = decrypt(dataKey, bodyIv, body, bind('body', purpose, owner, keyId)).toString();
      dataKey.fill(0);
      return plaintext;
    },
  };
}

/** The id of the key that opens this ciphertext. */
export function sealedWith(ciphertext: Buffer): string {
  return ciphertext.subarray(2, 2 + (ciphertext[1] ?? 0)).toString();
}

const ciphertextVersion = 1;
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

function encrypt(key: Buffer, iv: Buffer, plaintext: Buffer, bound: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(bound);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, iv: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const tagStart = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(bound);
  decipher.setAuthTag(sealed.subarray(tagStart));
  return Buffer.concat([decipher.update(sealed.subarray(0, tagStart)), decipher.final()]);
}
