import { describe, expect, it } from 'vitest';
import { signRequest, verifyRequest } from './request-signature.js';

const key = { secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };
const now = new Date('2014-01-05T21:31:40Z');
const request = { method: 'POST', path: '/v2/payment', body: '{}' };

type Changes = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };

/** Verifies a signed request after these changes. */
function verify({ method = request.method, headers = {} }: Changes) {
  const signed = signRequest({ ...request, host: 'gw.example.com', date: now, keyId: 'mk', ...key });
  return verifyRequest(
    {
      method,
      target: request.path,
      rawHeaders: Object.entries({ ...signed, ...headers }).flat(),
      rawBody: Buffer.from(request.body),
    },
    (keyId) => (keyId === 'mk' ? key : undefined),
    { now, hosts: ['gw.example.com'], skewSeconds: 300 },
  );
}
const { authorization } = signRequest({ ...request, host: 'gw.example.com', date: now, keyId: 'mk', ...key });

describe('the scheme of an Authorization header', () => {
  it('may be followed by several spaces', () => {
    const headers = { authorization: authorization.replace(' ', '   ') };
    expect(verify({ headers }).kind).toBe('verified');
  });

  it.each([
    ['is part of a longer word', `X${authorization}`],
    ['comes behind another one', `Basic ${authorization}`],
    ['is followed by a second line', `${authorization}\nx`],
    ['is missing', authorization.replace('Signature ', '')],
  ])('is refused if it %s', (_name, text) => {
    expect(verify({ headers: { authorization: text } })).toMatchObject({
      problem: 'signatureMalformed',
      description: 'Authorization must begin with the scheme Signature',
    });
  });
});

describe('the description of a refusal', () => {
  it('names the method that takes no body', () => {
    expect(verify({ method: 'GET', headers: { 'Content-Length': '2' } })).toMatchObject({
      description: 'GET takes no body',
    });
  });

  it('repeats a host of 100 characters whole, and cuts a longer one', () => {
    const refusalOf = (host: string) => verify({ headers: { host } });
    const ending = 'is not a name of this service';
    expect(refusalOf('a'.repeat(100))).toMatchObject({ description: `Host "${'a'.repeat(100)}" ${ending}` });
    expect(refusalOf('a'.repeat(101))).toMatchObject({
      description: `Host "${'a'.repeat(100)}..." ${ending}`,
    });
  });
});
