import { describe, expect, it } from 'vitest';
import { JsonNumber } from '#domain/values/json';
import { createEnvelopeCipher } from '../secrets/envelope-cipher.js';
import { openPersonalData, sealPersonalData } from './personal-data.js';

const cipher = createEnvelopeCipher([{ id: 'a', key: Buffer.alloc(32, 1) }]);

describe('sealed personal data', () => {
  it.each(['9007199254740993', '1.10', '1E+2', '-0', '1e308', `0.${'1'.repeat(253)}`])(
    'keeps the number %s as it was written',
    (text) => {
      const data = { customer: { identifier: 'c' }, meta: { x: new JsonNumber(text), y: text, z: true } };
      expect(openPersonalData(cipher, 'id-1', sealPersonalData(cipher, 'id-1', data))).toEqual(data);
    },
  );

  it('of the build before is read, where a number that it had lost is missing', () => {
    const before = { customer: { city: 'x' }, meta: { n: 1.1, big: 1e21, s: 'a', b: false, lost: Infinity } };
    const ciphertext = cipher.seal(
      JSON.stringify({ ...before, requisites: { account: '1' } }),
      'personal',
      'id-1',
    );
    expect(openPersonalData(cipher, 'id-1', ciphertext)).toEqual({
      customer: { city: 'x' },
      meta: { n: new JsonNumber('1.1'), big: new JsonNumber('1e+21'), s: 'a', b: false },
      requisites: { account: '1' },
    });
  });

  it('is JSON to the build before, which reads its numbers as floats', () => {
    const data = { customer: {}, meta: { x: new JsonNumber('1.10'), y: 'a' } };
    const text = cipher.open(sealPersonalData(cipher, 'id-1', data), 'personal', 'id-1');
    expect(JSON.parse(text)).toEqual({ customer: {}, meta: { x: 1.1, y: 'a' } });
  });
});
