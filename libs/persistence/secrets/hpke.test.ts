import { describe, expect, it } from 'vitest';
import {
  aes256Gcm,
  generateHpkeKeyPair,
  hpkeOpen,
  hpkeSeal,
  importHpkePrivate,
  importHpkePublic,
  type HpkeAead,
} from './hpke.js';

const aes128Gcm: HpkeAead = { id: 0x0001, cipher: 'aes-128-gcm', keyBytes: 16 };
const common = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  aad: '436f756e742d30',
  plaintext: '4265617574792069732074727574682c20747275746820626561757479',
};

/** Base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256; the first message of each. */
const vectors = [
  {
    source: 'RFC 9180, A.1.1',
    aead: aes128Gcm,
    recipient: {
      privateKey: '4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8',
      publicKey: '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
    },
    ephemeral: '52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736',
    encapsulated: '37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
    ciphertext: 'f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a',
  },
  {
    source: 'the test vectors that RFC 9180 names, kem 0x0020, kdf 0x0001, aead 0x0002',
    aead: aes256Gcm,
    recipient: {
      privateKey: '497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d',
      publicKey: '430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c',
    },
    ephemeral: '179d4b53b6365c45b600c4163b61d95cbc2f4d9e36f1695558dce265ab8bab11',
    encapsulated: '6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256',
    ciphertext: 'e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be9931980a41de125a925cdad859d5b7a',
  },
] as const;

const hex = (text: string) => Buffer.from(text, 'hex');

describe.each(vectors)('$source', ({ aead, recipient, ephemeral, encapsulated, ciphertext }) => {
  const context = { aead, info: hex(common.info), aad: hex(common.aad) };
  const keys = { publicKey: hex(recipient.publicKey), privateKey: hex(recipient.privateKey) };
  const sealed = hex(encapsulated + ciphertext);

  it('is sealed to the bytes that are published', () => {
    const given = {
      privateKey: importHpkePrivate({ privateKey: hex(ephemeral), publicKey: hex(encapsulated) }),
      publicKey: importHpkePublic(hex(encapsulated)),
    };
    expect(hpkeSeal(keys.publicKey, context, hex(common.plaintext), given).toString('hex')).toBe(
      sealed.toString('hex'),
    );
  });

  it('is opened to the plaintext that is published', () => {
    expect(hpkeOpen(keys, context, sealed).toString('hex')).toBe(common.plaintext);
  });
});

describe('a message', () => {
  const keys = generateHpkeKeyPair();
  const context = { aead: aes256Gcm, info: Buffer.from('info'), aad: Buffer.from('aad') };
  const seal = (text: string) => hpkeSeal(keys.publicKey, context, Buffer.from(text));

  it('of any length comes back, and is sealed under a key of its own each time', () => {
    for (const text of ['', 'a', 'é'.repeat(1_000)])
      expect(hpkeOpen(keys, context, seal(text)).toString()).toBe(text);
    expect(seal('same')).not.toEqual(seal('same'));
  });

  it('does not open after a change of one bit, for another purpose or owner, or with another key', () => {
    const sealed = seal('secret');
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => hpkeOpen(keys, context, altered)).toThrow();
    }
    const other = Buffer.from('other');
    expect(() => hpkeOpen(keys, { ...context, info: other }, sealed)).toThrow();
    expect(() => hpkeOpen(keys, { ...context, aad: other }, sealed)).toThrow();
    expect(() => hpkeOpen(generateHpkeKeyPair(), context, sealed)).toThrow();
    expect(() => hpkeOpen({ ...keys, publicKey: other }, context, sealed)).toThrow();
    for (const length of [0, 31, 47])
      expect(() => hpkeOpen(keys, context, sealed.subarray(0, length))).toThrow();
  });

  it('is not sealed to a key that agrees on nothing', () => {
    expect(() => hpkeSeal(Buffer.alloc(32), context, Buffer.from('secret'))).toThrow();
  });
});
