import { describe, expect, it } from 'vitest';
import { signRequest } from './request-signature.js';

const golden = {
  host: 'gw.example.com',
  date: new Date('2014-01-05T21:31:40.999Z'),
  keyId: 'mk_test_demo',
  secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

describe('signRequest', () => {
  it('gives the golden signature of a POST (contract §2)', () => {
    const body = '{"method":"ideal","mode":"initial","reference":"ord-1","currency":"EUR","amount":10.10}';
    expect(signRequest({ ...golden, method: 'POST', path: '/v2/payment', body })).toEqual({
      'content-type': 'application/json',
      host: 'gw.example.com',
      date: 'Sun, 05 Jan 2014 21:31:40 GMT',
      digest: 'SHA-256=JYNIcHZdFUR0l/eDkAxvelCnmh/8Buo4wtcd71OBGu8=',
      authorization:
        'Signature keyId="mk_test_demo",algorithm="hmac-sha256",headers="(request-target) host date digest",' +
        'signature="ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg="',
    });
  });

  it('gives the golden signature of a GET, with the digest of the empty string', () => {
    const headers = signRequest({
      ...golden,
      method: 'GET',
      path: '/v2/bank/africa?country_code=NG',
      body: '',
    });
    expect(headers.digest).toBe('SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
    expect(headers.authorization).toContain('signature="DBI0093EUSDGtSeOJ88KFh/YSTtZA4LR7uXF/cDga94="');
  });

  it.each(['', 'AAEC', `${golden.secret}AAAA`])(
    'refuses to sign with a key that is not 32 bytes',
    (secret) => {
      expect(() => signRequest({ ...golden, secret, method: 'GET', path: '/', body: '' })).toThrow(
        '32 bytes',
      );
    },
  );

  it('refuses a key id that would break the header', () => {
    expect(() => signRequest({ ...golden, keyId: 'a",x="', method: 'GET', path: '/', body: '' })).toThrow(
      'key id',
    );
  });
});
