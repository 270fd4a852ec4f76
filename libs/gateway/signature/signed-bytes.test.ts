import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyRequest } from './request-signature.js';

/** Goal: header values are bytes, signed as they were sent (contract §2), which Node gives as one character each. */
const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const rules = { now: new Date('2014-01-05T21:31:40Z'), hosts: ['gw.example.com'], skewSeconds: 300 };
const golden = {
  Host: 'gw.example.com',
  Date: 'Sun, 05 Jan 2014 21:31:40 GMT',
  Digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
};

/** Signed by hand over all its headers. */
function verifySigned(headers: Readonly<Record<string, string>>) {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const lines = Object.values(headers).map((value, index) => `${names[index]}: ${value}`);
  const text = Buffer.from(['(request-target): get /v2/balance', ...lines].join('\n'), 'latin1');
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
  const covering = `headers="(request-target) ${names.join(' ')}"`;
  const authorization = `Signature keyId="mk",algorithm="hmac-sha256",${covering},signature="${signature}"`;
  const rawHeaders = Object.entries({ ...headers, Authorization: authorization }).flat();
  const request = { method: 'GET', target: '/v2/balance', rawHeaders, rawBody: Buffer.alloc(0) };
  return verifyRequest(request, () => ({ secret }), rules).kind;
}

describe('a request is verified by the bytes', () => {
  it.each([
    'Sun, 05 Jan 2014 21:31:40 -0000',
    'Sun, 05 Jan 2014 21:31:40 +0000',
    'Sunday, 05-Jan-14 21:31:40 GMT',
    'Sun Jan  5 21:31:40 2014',
  ])('of its date: %j', (date) => {
    expect(verifySigned({ ...golden, Date: date })).toBe('verified');
  });

  it.each(['utf8', 'latin1'] as const)('of a covered header in %s', (encoding) => {
    const value = Buffer.from('Café Ñandú', encoding).toString('latin1');
    expect(verifySigned({ ...golden, 'X-Shop': value })).toBe('verified');
  });
});
