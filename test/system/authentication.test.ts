import { describe, expect, it } from 'vitest';
import { expectError } from '../witnesses/expect-error.js';
import { linesOf, untilLine } from '../witnesses/log-file.js';
import { sharedStack } from '../stack/stack.js';
import { doubled, replaced, sendLines, sendSigned, signedLines, without } from '../fakes/signed-request.js';
import type { HeaderLines, RawAnswer, ToSign } from '../fakes/signed-request.js';

/** Contract §2 from outside: who gets past the signature, who does not, and with which answer. */
const { api } = sharedStack.urls;
const notFound = { status: 404, code: 35, reason: 'Resource not found' };
const unrecognized =
  /^The key is unknown or the signature is wrong\. The signature was checked against this text: "\(request-target\): /;
const uncovered = (name: string) =>
  ['(request-target)', 'host', 'date', 'digest'].filter((other) => other !== name);

/** Of a time so far from now, when the request is signed. */
const dated = (seconds: number): ToSign => ({
  get date() {
    return new Date(Date.now() + seconds * 1_000);
  },
});

/** Past the signature every request of these tests ends at an unknown reference. */
function expectAuthenticated(answer: RawAnswer): void {
  expectError(answer, { ...notFound, reference: 'no-such-reference' });
}

function expectForbidden(answer: RawAnswer, description?: string | RegExp): void {
  expectError(answer, { status: 401, code: 5, reason: 'Forbidden', ...(description && { description }) });
  expect(answer.headers['www-authenticate']).toMatch(/^Signature /);
}

describe('a signed request is authenticated', () => {
  const accepted: Record<string, ToSign> = {
    'with the digest of the empty string on GET': {},
    'with a date 298 seconds old': dated(-298),
    'with a date 299 seconds ahead': dated(299),
    'for the host gw.example.com': { host: 'gw.example.com' },
    'for a listed host with any port': { host: '127.0.0.1:4711' },
    'whatever the order of the covered headers': { covered: ['digest', 'date', 'host', '(request-target)'] },
    'with further covered headers': {
      covered: ['(request-target)', 'host', 'date', 'digest', 'content-type', 'x-trace'],
      further: [['X-Trace', Buffer.from('a b Ñandú').toString('latin1')]],
    },
    'with further headers that nothing covers': { further: [['X-Trace', 'a']] },
    'with a query in the target': { target: '/v2/payment/no-such-reference?wait=0&other=%20a' },
  };
  it.each(Object.entries(accepted))('%s', async (_name, parts) => {
    expectAuthenticated(await sendSigned(api, parts));
  });

  it('whatever the case of header names', async () => {
    const lines = signedLines(api).map(([name, value]) => [name.toUpperCase(), value] as const);
    expectAuthenticated(await sendLines(api, lines));
  });

  it('twice: a repeated request is no matter of authentication', async () => {
    const lines = signedLines(api);
    expectAuthenticated(await sendLines(api, lines));
    expectAuthenticated(await sendLines(api, lines));
  });
});

describe('401, error 5', () => {
  const required = ['Host', 'Date', 'Digest', 'Authorization'];

  it.each(required)('without %s, which is named', async (name) => {
    expectForbidden(await sendLines(api, without(signedLines(api), name)), `Missing header: ${name}`);
  });

  it.each(required)('with %s twice', async (name) => {
    const answer = await sendLines(api, doubled(signedLines(api), name));
    expectForbidden(answer, `Header sent more than once: ${name}`);
  });

  const refused: Record<string, readonly [ToSign, RegExp]> = {
    'a date 301 seconds old': [dated(-301), /300 seconds/],
    'a date 302 seconds ahead': [dated(302), /300 seconds/],
    'a host that is not in the list': [{ host: 'evil.example.com:81' }, /^Host "evil\.example\.com:81" is/],
    'a host that begins like a listed one': [{ host: 'gw.example.com.evil.test' }, /^Host "gw\.example\.c/],
    'a host that is too long to be named': [{ host: 'a'.repeat(1_000) }, /^Host "a{100}\.\.\." is/],
    hs2019: [{ algorithm: 'hs2019' }, /algorithm/],
    'rsa-sha256': [{ algorithm: 'rsa-sha256' }, /algorithm/],
    '(created)': [{ covered: ['(request-target)', 'host', 'date', 'digest', '(created)'] }, /headers list/],
    '(expires)': [{ covered: ['(request-target)', 'host', 'date', 'digest', '(expires)'] }, /headers list/],
    'the target not covered': [{ covered: uncovered('(request-target)') }, /cover \(request-target\)/],
    'host not covered': [{ covered: uncovered('host') }, /cover host/],
    'date not covered': [{ covered: uncovered('date') }, /cover date/],
    'digest not covered': [{ covered: uncovered('digest') }, /cover digest/],
    'a covered header that is not there': [
      { covered: ['(request-target)', 'host', 'date', 'digest', 'x-trace'] },
      /^Missing header: X-Trace$/,
    ],
    'an unknown key': [{ keyId: 'mk_test_nobody' }, unrecognized],
    'a key id of the prototype': [{ keyId: 'constructor' }, unrecognized],
    'a key id with characters no key has': [{ keyId: '../mk' }, /keyId/],
    'a signature with another key': [{ key: Buffer.alloc(32, 7).toString('base64') }, unrecognized],
  };
  it.each(Object.entries(refused))('%s', async (_name, [parts, description]) => {
    expectForbidden(await sendSigned(api, parts), description);
  });

  it('unknown key and wrong signature get the same words, with the text that was verified', async () => {
    const date = new Date();
    const unknown = await sendSigned(api, { keyId: 'mk_test_nobody', date });
    const wrong = await sendSigned(api, { key: Buffer.alloc(32, 7).toString('base64'), date });
    const words = [unknown, wrong].map(({ text }) => JSON.parse(text).description);
    const [lines = ''] = /"(.*)"$/.exec(words[0]) ?? [];
    expect(JSON.parse(lines).split('\n')).toEqual([
      '(request-target): get /v2/payment/no-such-reference',
      `host: ${new URL(api).host}`,
      `date: ${date.toUTCString()}`,
      'digest: SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    ]);
    expect(words[1]).toBe(words[0]);
  });

  it('a GET with a body that its digest does not cover', async () => {
    expectForbidden(await sendLines(api, signedLines(api), { body: '{}' }), 'GET takes no body');
  });

  it('is written to the log with its cause and the key that it names, and nothing else of it', async () => {
    const keyId = 'mk_test_nobody_4711';
    const answers = [
      await sendSigned(api, { keyId }),
      await sendSigned(api, { key: Buffer.alloc(32, 9).toString('base64') }),
      await sendSigned(api, { keyId: '../mk_nobody_4712' }),
    ];
    const file = `${sharedStack.directory}/logs/api.log`;
    const told = await Promise.all(
      answers.map(async ({ text }) => {
        const { request_id: requestId } = JSON.parse(text) as { readonly request_id: string };
        const { cause, keyId: named } =
          (await untilLine(file, { requestId, msg: 'signature refused' })) ?? {};
        return [cause, named];
      }),
    );
    expect(told).toEqual([
      ['keyUnknown', keyId],
      ['signatureWrong', 'mk_test_demo'],
      ['signatureMalformed', undefined],
    ]);
    expect(JSON.stringify(await linesOf(file))).not.toContain('mk_nobody_4712');
  });

  const tampered: Record<string, readonly [(lines: HeaderLines) => HeaderLines, RegExp]> = {
    'a digest of another body': [
      (lines) => replaced(lines, 'Digest', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='),
      /^Digest/,
    ],
    'a digest with another algorithm': [
      (lines) => replaced(lines, 'Digest', 'MD5=1B2M2Y8AsgTpgAmY7PhCfg=='),
      /^Digest/,
    ],
    'two digests in one line': [
      (lines) =>
        lines.map(([name, value]) => [name, name === 'Digest' ? `${value},${value}` : value] as const),
      /^Digest/,
    ],
    'a date that is not one': [(lines) => replaced(lines, 'Date', 'yesterday'), /^Date/],
    'a date in another form': [(lines) => replaced(lines, 'Date', new Date().toISOString()), /^Date/],
    'another scheme': [(lines) => replaced(lines, 'Authorization', 'Bearer abc'), /scheme/],
    'parameters that cannot be read': [
      (lines) => replaced(lines, 'Authorization', 'Signature keyId=a'),
      /Authorization/,
    ],
    'a signature that is too short': [
      (lines) =>
        lines.map(([name, value]) => [name, value.replace(/signature="[^"]+"/, 'signature="AAAA"')] as const),
      /signature/,
    ],
    'a coded body': [(lines) => [...lines, ['Content-Encoding', 'gzip']], /Content-Encoding/],
  };
  it.each(Object.entries(tampered))('%s', async (_name, [change, description]) => {
    const parts = { method: 'POST', target: '/v2/payment', body: '{"method":"ideal"}' };
    expectForbidden(await sendLines(api, change(signedLines(api, parts)), parts), description);
  });

  const moved: Record<string, ToSign> = {
    'another path': { target: '/v2/payment/other' },
    'another query': { target: '/v2/payment/no-such-reference?wait=1' },
    'another method': { method: 'DELETE' },
  };
  it.each(Object.entries(moved))('a signature made for %s', async (_name, parts) => {
    expectForbidden(await sendLines(api, signedLines(api), parts), unrecognized);
  });

  const unsigned: readonly (readonly [string, string])[] = [
    ['GET', '/v2'],
    ['GET', '/v2/'],
    ['GET', '/v2/no/such/path'],
    ['GET', '/v2/payment'],
    ['GET', '/v2?a=b'],
    ['GET', '/v2/payment/%ff'],
    ['GET', '/v2/payment/%'],
    ['POST', '/v2/payment'],
    ['POST', '/v2/payout'],
    ['PUT', '/v2/payment'],
    ['DELETE', '/v2/payment/x'],
    ['PATCH', '/v2/payment'],
    ['OPTIONS', '/v2/payment'],
    ['PROPFIND', '/v2/payment'],
    ['GET', '//v2/payment'],
    ['GET', '/%762/payment/x'],
    ['GET', '/v%32/payment/x'],
    ['GET', '/V2/payment/x'],
  ];
  it.each(unsigned.filter(([, target]) => target.startsWith('/v2')))(
    'an unsigned %s %s, whatever is there',
    async (method, target) => {
      const answer = await sendLines(api, [['Host', 'localhost']], { method, target });
      expectForbidden(answer, /^Missing header: /);
    },
  );

  it.each(unsigned.filter(([, target]) => !target.startsWith('/v2')))(
    'an unsigned %s %s reaches nothing under /v2',
    async (method, target) => {
      const answer = await sendLines(api, [['Host', 'localhost']], { method, target });
      expect([401, 404]).toContain(answer.status);
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'error' });
    },
  );

  it('an unsigned HEAD, without a body', async () => {
    const answer = await sendLines(api, [['Host', 'localhost']], { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([401, '']);
  });
});

describe('after the signature', () => {
  it('a disabled merchant gets 403, and only with a valid signature', async () => {
    const parts = { keyId: 'mk_test_merchant_off' };
    const refusal = { status: 403, code: 35, reason: 'Merchant not found' };
    const description = 'The merchant of this key is disabled';
    expectError(await sendSigned(api, parts), { ...refusal, description });
    expectForbidden(
      await sendSigned(api, { ...parts, key: Buffer.alloc(32).toString('base64') }),
      unrecognized,
    );
  });

  it.each([
    '/v2',
    '/v2/',
    '/v2/no/such/path',
    '/v2/payments',
    '/v2/payment/a/b',
    '/v2/PAYMENT',
    '/v2/payment/%',
    '/v2/payment/%ff',
  ])('an unknown path gets 404: %s', async (target) => {
    const description = `There is no path "${target}"; the paths of this service are listed in /openapi.json`;
    expectError(await sendSigned(api, { target }), { ...notFound, description });
  });

  const otherMethods: readonly (readonly [string, string, string])[] = [
    ['GET', '/v2/payment', 'POST'],
    ['GET', '/v2/payment?a=b', 'POST'],
    ['PUT', '/v2/payment', 'POST'],
    ['PATCH', '/v2/payment', 'POST'],
    ['DELETE', '/v2/payment', 'POST'],
    ['OPTIONS', '/v2/payment', 'POST'],
    ['POST', '/v2/payment/no-such-reference', 'GET'],
    ['PUT', '/v2/payment/no-such-reference', 'GET'],
    ['DELETE', '/v2/payment/no-such-reference?wait=1', 'GET'],
  ];
  it.each(otherMethods)('%s %s gets 405 and may %s', async (method, target, allowed) => {
    const body = ['PUT', 'PATCH', 'POST'].includes(method) ? '{}' : '';
    const answer = await sendSigned(api, { method, target, body });
    expectError(answer, { status: 405, code: 30, reason: 'Invalid params', description: /HTTP method/ });
    expect(String(answer.headers.allow).split(', ')).toContain(allowed);
    expect(String(answer.headers.allow).split(', ')).not.toContain(method);
  });

  it('HEAD answers like GET, without a body', async () => {
    const answer = await sendSigned(api, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([404, '']);
  });
});

describe('before the signature', () => {
  const tooLarge = { method: 'POST', target: '/v2/payment', body: Buffer.alloc(64 * 1024 + 1, 'a') };
  it.each([
    ['signed', signedLines(api, tooLarge)],
    ['unsigned', [['Host', 'localhost'] as const]],
  ])('a body above 64 KiB gets 413, %s', async (_name, lines) => {
    expectError(await sendLines(api, lines, tooLarge), { status: 413, code: 30, reason: 'Invalid params' });
  });

  it('a body of 64 KiB is looked at', async () => {
    const parts = { method: 'POST', target: '/v2/payment', body: Buffer.alloc(64 * 1024, 'a') };
    expectError(await sendSigned(api, parts), {
      status: 400,
      code: 30,
      reason: 'Invalid params',
      description: /JSON/,
    });
  });
});
