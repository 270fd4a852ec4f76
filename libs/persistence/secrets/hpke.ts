import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/**
 * Sealing to a public key by RFC 9180 (HPKE), base mode, one message per encapsulation: DHKEM(X25519, HKDF-SHA256),
 * HKDF-SHA256 and AES-GCM, each by the platform. The sender cannot open; each message has a key of its own.
 */
export type HpkeAead = {
  /** Number in the RFC's registry. */
  readonly id: number;
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm';
  readonly keyBytes: number;
};

/** The one in use. */
export const aes256Gcm: HpkeAead = { id: 0x0002, cipher: 'aes-256-gcm', keyBytes: 32 };

/** Raw 32 bytes each, as the RFC writes keys of X25519. */
export type HpkeKeyPair = { readonly publicKey: Buffer; readonly privateKey: Buffer };

export type HpkeContext = {
  readonly aead: HpkeAead;
  /** What the message is for; both sides name the same. */
  readonly info: Buffer;
  /** What the message belongs to. */
  readonly aad: Buffer;
};

/** Bytes of the encapsulated key, which stand before the ciphertext. */
const encapsulatedBytes = 32;

export function generateHpkeKeyPair(): HpkeKeyPair {
  const { privateKey } = generateKeyPairSync('x25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), privateKey: Buffer.from(d, 'base64url') };
}

/** `ephemeral` is given by tests alone: it must be fresh for each message. */
export function hpkeSeal(
  publicKey: Buffer,
  { aead, info, aad }: HpkeContext,
  plaintext: Buffer,
  ephemeral: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync(
    'x25519',
  ),
): Buffer {
  const encapsulated = rawPublic(ephemeral.publicKey);
  const agreed = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: importHpkePublic(publicKey) });
  const { key, nonce } = keySchedule(aead, info, sharedSecret(agreed, encapsulated, publicKey));
  const cipher = createCipheriv(aead.cipher, key, nonce, { authTagLength: tagBytes }).setAAD(aad);
  const sealed = Buffer.concat([encapsulated, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  return sealed;
}

/** Throws when anything was altered, or was sealed to another key, for something else. */
export function hpkeOpen(keys: HpkeKeyPair, { aead, info, aad }: HpkeContext, sealed: Buffer): Buffer {
  if (sealed.length < encapsulatedBytes + tagBytes) throw new Error('too short for a sealed message');
  const encapsulated = sealed.subarray(0, encapsulatedBytes);
  const agreed = diffieHellman({
    privateKey: importHpkePrivate(keys),
    publicKey: importHpkePublic(encapsulated),
  });
  const { key, nonce } = keySchedule(aead, info, sharedSecret(agreed, encapsulated, keys.publicKey));
  const tagStart = sealed.length - tagBytes;
  const decipher = createDecipheriv(aead.cipher, key, nonce, { authTagLength: tagBytes }).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(tagStart));
  const plaintext = Buffer.concat([
    decipher.update(sealed.subarray(encapsulatedBytes, tagStart)),
    decipher.final(),
  ]);
  key.fill(0);
  return plaintext;
}

export function importHpkePublic(raw: Buffer): KeyObject {
  return createPublicKey({ key: { ...curve, x: raw.toString('base64url') }, format: 'jwk' });
}

export function importHpkePrivate({ publicKey, privateKey }: HpkeKeyPair): KeyObject {
  const [x, d] = [publicKey.toString('base64url'), privateKey.toString('base64url')];
  return createPrivateKey({ key: { ...curve, x, d }, format: 'jwk' });
}

/** Keys go in and out as JWK (RFC 8037): for these the platform takes a tenth of the time that DER takes it. */
const curve = { kty: 'OKP', crv: 'X25519' };
const tagBytes = 16;
const nonceBytes = 12;
const hashBytes = 32;
const kemSuite = Buffer.from('4b454d0020', 'hex');
const modeBase = Buffer.from([0]);
const nothing = Buffer.alloc(0);

function rawPublic(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

/** RFC 9180 §4.1, ExtractAndExpand. OpenSSL refuses an agreement of zeros, which §7.1.4 asks to check. */
function sharedSecret(agreed: Buffer, encapsulated: Buffer, publicKey: Buffer): Buffer {
  const extracted = labeledExtract(kemSuite, nothing, 'eae_prk', agreed);
  agreed.fill(0);
  const context = Buffer.concat([encapsulated, publicKey]);
  return labeledExpand(kemSuite, extracted, 'shared_secret', context, hashBytes);
}

/** RFC 9180 §5.1 in base mode: no pre-shared key, and the first message's nonce is the base nonce. */
function keySchedule(aead: HpkeAead, info: Buffer, shared: Buffer): { key: Buffer; nonce: Buffer } {
  const suite = Buffer.from(`HPKE${String.fromCharCode(0, 0x20, 0, 1, 0, aead.id)}`, 'latin1');
  const context = Buffer.concat([
    modeBase,
    labeledExtract(suite, nothing, 'psk_id_hash', nothing),
    labeledExtract(suite, nothing, 'info_hash', info),
  ]);
  const secret = labeledExtract(suite, shared, 'secret', nothing);
  shared.fill(0);
  return {
    key: labeledExpand(suite, secret, 'key', context, aead.keyBytes),
    nonce: labeledExpand(suite, secret, 'base_nonce', context, nonceBytes),
  };
}

function labeledExtract(suite: Buffer, salt: Buffer, label: string, material: Buffer): Buffer {
  return createHmac('sha256', salt).update('HPKE-v1').update(suite).update(label).update(material).digest();
}

/** For no more than one block of HKDF-Expand, which is all that is ever asked for. */
function labeledExpand(suite: Buffer, secret: Buffer, label: string, info: Buffer, length: number): Buffer {
  return createHmac('sha256', secret)
    .update(Buffer.from([0, length]))
    .update('HPKE-v1')
    .update(suite)
    .update(label)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
}
