import { describe, expect, it } from 'vitest';
import { callbackSecretBytes, requestSecretBytes } from './signing-secret.js';

const bytes = Buffer.alloc(32, 7);
const base64 = bytes.toString('base64');

describe('requestSecretBytes', () => {
  it('reads base64 of 32 bytes', () => {
    expect(requestSecretBytes(base64)).toEqual(bytes);
  });

  it.each(['', 'AAAA', `${base64}AAAA`, ` ${base64}`, base64.slice(0, -1), `whsec_${base64}`])(
    'refuses %j',
    (secret) => {
      expect(() => requestSecretBytes(secret)).toThrow('32 bytes');
    },
  );
});

describe('callbackSecretBytes', () => {
  it.each([24, 32, 64])('reads whsec_ and base64 of %d bytes', (length) => {
    const secret = Buffer.alloc(length, 7);
    expect(callbackSecretBytes(`whsec_${secret.toString('base64')}`)).toEqual(secret);
  });

  it.each([
    '',
    base64,
    'whsec_',
    'whsec_AAAA',
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    `whsec_${base64} `,
  ])('refuses %j', (secret) => {
    expect(() => callbackSecretBytes(secret)).toThrow('24 to 64 bytes');
  });
});
