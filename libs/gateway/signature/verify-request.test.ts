import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signRequest, verifyRequest, type RequestVerification } from './request-signature.js';
import type { ReceivedMessage, SignatureProblem } from './verify-signed-message.js';

const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const key = { secret, project: 'demo' };
const keys = new Map([['mk_test_demo', key]]);
const body = '{"method":"ideal","mode":"initial","reference":"ord-1","currency":"EUR","amount":10.10}';
const signedAt = new Date('2014-01-05T21:31:40Z');
const rules = { now: signedAt, hosts: ['gw.example.com'], skewSeconds: 300 };

type Headers = Readonly<Record<string, string>>;

const authorization =
  'Signature keyId="mk_test_demo",algorithm="hmac-sha256",headers="(request-target) host date digest",' +
  'signature="ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg="';
const goldenHeaders: Headers = {
  Host: 'gw.example.com',
  Date: 'Sun, 05 Jan 2014 21:31:40 GMT',
  Digest: 'SHA-256=JYNIcHZdFUR0l/eDkAxvelCnmh/8Buo4wtcd71OBGu8=',
  Authorization: authorization,
};
const golden = message(goldenHeaders);

function message(headers: Headers, changes: Partial<ReceivedMessage> = {}): ReceivedMessage {
  const rawHeaders = Object.entries(headers).flat();
  return { method: 'POST', target: '/v2/payment', rawHeaders, rawBody: Buffer.from(body), ...changes };
}

function withoutHeader(name: string): ReceivedMessage {
  return message(Object.fromEntries(Object.entries(goldenHeaders).filter(([other]) => other !== name)));
}

function withHeader(name: string, value: string): ReceivedMessage {
  return message({ ...goldenHeaders, [name]: value });
}

function withSecondHeader(name: string, value: string): ReceivedMessage {
  return { ...golden, rawHeaders: [...golden.rawHeaders, name, value] };
}

function verify(
  request: ReceivedMessage,
  changes: Partial<typeof rules> = {},
): RequestVerification<typeof key> {
  return verifyRequest(request, (keyId) => keys.get(keyId), { ...rules, ...changes });
}

function secondsLater(seconds: number): Date {
  return new Date(signedAt.getTime() + seconds * 1000);
}

describe('verifyRequest accepts', () => {
  it('the golden POST, and gives back the key (contract §2)', () => {
    expect(verify(golden)).toEqual({ kind: 'verified', keyId: 'mk_test_demo', key });
  });

  it('the golden GET, whose digest is that of the empty string', () => {
    const request = message(
      {
        ...goldenHeaders,
        Digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
        Authorization: authorization.replace(
          /signature=".*"/,
          'signature="DBI0093EUSDGtSeOJ88KFh/YSTtZA4LR7uXF/cDga94="',
        ),
      },
      { method: 'GET', target: '/v2/bank/africa?country_code=NG', rawBody: Buffer.alloc(0) },
    );
    expect(verify(request).kind).toBe('verified');
  });

  it.each([-300, 0, 300])('a Date that is %d seconds off', (seconds) => {
    expect(verify(golden, { now: secondsLater(seconds) }).kind).toBe('verified');
  });

  it('the same signed request again: repetition is not an authentication matter', () => {
    expect([verify(golden).kind, verify(golden).kind]).toEqual(['verified', 'verified']);
  });

  it('header names and the scheme in any case', () => {
    const rawHeaders = golden.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toUpperCase() : text));
    const scheme = withHeader('Authorization', authorization.replace('Signature', 'signature'));
    expect(verify({ ...golden, rawHeaders }).kind).toBe('verified');
    expect(verify(scheme).kind).toBe('verified');
  });

  it('whatever signRequest signs', () => {
    const requests = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      path: fc.webPath().map((path) => `/${path}?q=1`),
      date: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      rawBody: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      port: fc.integer({ min: 1, max: 65535 }),
    });
    fc.assert(
      fc.property(requests, ({ method, path, date, rawBody, port }) => {
        const host = `gw.example.com:${port}`;
        const headers = signRequest({
          method,
          path,
          host,
          date,
          body: rawBody,
          keyId: 'mk_test_demo',
          secret,
        });
        const request = message({ ...headers }, { method, target: path, rawBody });
        expect(verify(request, { now: date }).kind).toBe('verified');
      }),
    );
  });
});

describe('verifyRequest refuses', () => {
  const covering = 'headers="(request-target) host date digest"';
  const unknown = 'unknown or the signature is wrong';
  const cases: readonly (readonly [string, ReceivedMessage, SignatureProblem, string])[] = [
    ['no Authorization', withoutHeader('Authorization'), 'headerMissing', 'Missing header: Authorization'],
    ['no Digest', withoutHeader('Digest'), 'headerMissing', 'Missing header: Digest'],
    ['no Host', withoutHeader('Host'), 'headerMissing', 'Missing header: Host'],
    ['no Date', withoutHeader('Date'), 'headerMissing', 'Missing header: Date'],
    ['nothing signed', message({}), 'headerMissing', 'Missing header: Authorization, Digest, Host, Date'],
    ...Object.entries(goldenHeaders).map(
      ([name, value]) =>
        [
          `${name} twice`,
          withSecondHeader(name.toLowerCase(), value),
          'headerRepeated',
          `more than once: ${name}`,
        ] as const,
    ),
    ['a year as Date', withHeader('Date', '2014'), 'dateMalformed', 'Date must look like'],
    ['garbage as Date', withHeader('Date', 'garbage'), 'dateMalformed', 'Date must look like'],
    [
      'a stale Date',
      withHeader('Date', 'Sun, 05 Jan 2014 21:26:39 GMT'),
      'dateSkewed',
      "Date is 301 seconds behind this server's clock; at most 300 seconds are accepted",
    ],
    [
      'a Date to come',
      withHeader('Date', 'Sun, 05 Jan 2014 21:36:41 GMT'),
      'dateSkewed',
      "Date is 301 seconds ahead of this server's clock; at most 300 seconds are accepted",
    ],
    [
      'a foreign Host, which is named',
      withHeader('Host', 'staging.example.com'),
      'hostNotAccepted',
      'Host "staging.example.com" is not a name of this service',
    ],
    [
      'a Host that is named up to what can be printed',
      withHeader('Host', `a\u00fc\t${'b'.repeat(100)}`),
      'hostNotAccepted',
      `Host "a??${'b'.repeat(97)}..." is not`,
    ],
    ['another body', { ...golden, rawBody: Buffer.from(`${body} `) }, 'digestWrong', 'Digest'],
    ['two digests', withHeader('Digest', `${goldenHeaders['Digest']},MD5=x`), 'digestWrong', 'Digest'],
    ['Content-Encoding', withHeader('Content-Encoding', 'identity'), 'headerNotAccepted', 'Content-Encoding'],
    [
      'Transfer-Encoding with Content-Length',
      message({ ...goldenHeaders, 'Transfer-Encoding': 'chunked', 'Content-Length': '87' }),
      'headerNotAccepted',
      'Transfer-Encoding together with Content-Length',
    ],
    [
      'a whole URL as target',
      { ...golden, target: 'http://gw.example.com/v2/payment' },
      'targetNotAccepted',
      'path',
    ],
    ['another scheme', withHeader('Authorization', 'Bearer abc'), 'signatureMalformed', 'scheme Signature'],
    ['an empty Authorization', withHeader('Authorization', ''), 'signatureMalformed', 'scheme Signature'],
    [
      'hs2019',
      withHeader('Authorization', authorization.replace('hmac-sha256', 'hs2019')),
      'signatureMalformed',
      'Authorization must name algorithm="hmac-sha256"',
    ],
    [
      '(created)',
      withHeader(
        'Authorization',
        authorization.replace(covering, covering.replace('date', 'date (created)')),
      ),
      'signatureMalformed',
      'Authorization has no valid headers list',
    ],
    [
      'a signature that does not cover the digest',
      withHeader('Authorization', authorization.replace(' digest"', '"')),
      'signatureMalformed',
      'Authorization does not cover digest',
    ],
    [
      'a covered header that is absent',
      withHeader('Authorization', authorization.replace(covering, covering.replace('date', 'date x-trace'))),
      'headerMissing',
      'Missing header: X-Trace',
    ],
    ['another method', { ...golden, method: 'PUT' }, 'notRecognized', unknown],
    ['another path', { ...golden, target: '/v2/payout' }, 'notRecognized', unknown],
    ['an added query', { ...golden, target: '/v2/payment?a=b' }, 'notRecognized', unknown],
    ['another port', withHeader('Host', 'gw.example.com:1'), 'notRecognized', unknown],
    ['another second', withHeader('Date', 'Sun, 05 Jan 2014 21:31:41 GMT'), 'notRecognized', unknown],
  ];

  it.each(cases)('%s', (_, request, problem, description) => {
    expect(verify(request)).toMatchObject({
      kind: 'refused',
      problem,
      description: expect.stringContaining(description),
    });
  });

  it.each([-301, 301])('a Date that is %d seconds off', (seconds) => {
    expect(verify(golden, { now: secondsLater(seconds) })).toMatchObject({ problem: 'dateSkewed' });
  });

  it('an unknown key and a wrong signature in the same words', () => {
    const stranger = verify(withHeader('Authorization', authorization.replace('mk_test_demo', 'mk_nobody')));
    const wrong = verify(withHeader('Authorization', authorization.replace('ctr7', 'Ctr7')));
    expect(stranger).toMatchObject({ kind: 'refused', problem: 'notRecognized' });
    expect(wrong).toEqual({ ...stranger, keyId: 'mk_test_demo' });
  });

  it('and names the key that was meant, where it has the form of one', () => {
    const hs2019 = authorization.replace('hmac-sha256', 'hs2019');
    expect(verify(withHeader('Authorization', hs2019))).toMatchObject({ keyId: 'mk_test_demo' });
    expect(verify(golden, { now: secondsLater(301) })).toMatchObject({ keyId: 'mk_test_demo' });
    for (const id of ['', '../mk', 'a b', 'a'.repeat(65)]) {
      const verification = verify(withHeader('Authorization', authorization.replace('mk_test_demo', id)));
      expect(verification).not.toHaveProperty('keyId');
    }
    expect(verify(withoutHeader('Authorization'))).not.toHaveProperty('keyId');
    expect(verify(withSecondHeader('Authorization', authorization))).not.toHaveProperty('keyId');
  });

  it('and describes the text that we verified, if only the signature is wrong', () => {
    expect(verify({ ...golden, target: '/v2/payout?a=b' })).toMatchObject({
      signedText: [
        '(request-target): post /v2/payout?a=b',
        'host: gw.example.com',
        'date: Sun, 05 Jan 2014 21:31:40 GMT',
        'digest: SHA-256=JYNIcHZdFUR0l/eDkAxvelCnmh/8Buo4wtcd71OBGu8=',
      ].join('\n'),
    });
    expect(verify(golden, { now: secondsLater(301) })).not.toHaveProperty('signedText');
  });

  it.each([
    ['GET', 'Content-Length', '2'],
    ['HEAD', 'Content-Length', '2'],
    ['GET', 'Transfer-Encoding', 'chunked'],
  ])('a %s with a body by %s, which no digest covers', (method, name, value) => {
    const request = { ...withHeader(name, value), method, rawBody: Buffer.alloc(0) };
    expect(verify(request)).toMatchObject({ problem: 'bodyNotAccepted' });
    const empty = { ...withHeader('Content-Length', '0'), method };
    expect(verify(empty)).not.toMatchObject({ problem: 'bodyNotAccepted' });
  });

  it('an unsigned X-Date that would refresh a stale request', () => {
    const later = secondsLater(3600);
    const request = withHeader('X-Date', later.toUTCString());
    expect(verify(request, { now: later })).toMatchObject({ problem: 'dateSkewed' });
  });

  it('bogus parameters in place of covered headers', () => {
    const text = 'Signature keyId="mk_test_demo",algorithm="hmac-sha256",headers="date",host="x",digest="y"';
    const request = withHeader(
      'Authorization',
      `${text},signature="ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg="`,
    );
    expect(verify(request)).toMatchObject({ problem: 'signatureMalformed' });
  });

  it('any single changed bit of the signature', () => {
    const signature = Buffer.from('ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg=', 'base64');
    fc.assert(
      fc.property(fc.nat(255), (bit) => {
        const changed = Buffer.from(signature);
        const index = bit >> 3;
        changed[index] = (changed[index] ?? 0) ^ (1 << (bit & 7));
        const text = authorization.replace(/signature=".*"/, `signature="${changed.toString('base64')}"`);
        expect(verify(withHeader('Authorization', text))).toMatchObject({ problem: 'notRecognized' });
      }),
    );
  });

  it('a stored key that is not 32 bytes long throws, and is never used as an empty HMAC key', () => {
    expect(() => verifyRequest(golden, () => ({ secret: '' }), rules)).toThrow('32 bytes');
  });
});
