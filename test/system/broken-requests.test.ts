import { describe, expect, it } from 'vitest';
import { createRawClient } from '../fuzz/raw-client.js';
import { plainBytes, plainWire, type Wire } from '../fuzz/wire.js';
import { idealBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { sharedStack } from '../stack/stack.js';
import { signedLines } from '../fakes/signed-request.js';

/** Contract §3: the one error body, also for bytes that no HTTP parser takes; and never in the place of another answer. */
const { urls } = sharedStack;
const wire: Wire = { ...plainWire, isSound: false, keepsConnection: false, answers: 'some' };
const invalid = { code: 30, reason: 'Invalid params' } as const;

async function send(bytes: string | Buffer, changes: Partial<Wire> = {}, url = urls.api) {
  const client = createRawClient(url);
  const { answers, trouble } = await client.send([Buffer.from(bytes)], { ...wire, ...changes }, false);
  client.close();
  expect(trouble).toBeUndefined();
  return answers.map(({ status, headers, body: text }) => ({ status, headers, text }));
}

/** A signed create call as bytes. */
function create(): Buffer {
  const parts = { method: 'POST', target: '/v2/payment', body: JSON.stringify(idealBody()) };
  return plainBytes({ ...parts, lines: signedLines(urls.api, parts), body: Buffer.from(parts.body) });
}

describe('what is not a request', () => {
  const unreadable: Readonly<Record<string, string>> = {
    'not HTTP': 'hello\r\n\r\n',
    'another protocol': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an invalid length': 'POST /v2/payment HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1e3\r\n\r\n',
    'invalid chunks': 'POST /v2/payment HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    CONNECT: 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n',
  };
  it.each(Object.entries(unreadable))('%s gets 400', async (_name, bytes) => {
    const [answer] = await send(bytes);
    if (!answer) throw new Error('no answer');
    expectError(answer, { status: 400, ...invalid, description: /HTTP/ });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it.each([urls.api, urls.checkout])(
    'a request line without a version, HTTP/0.9, gets 400 from %s',
    async (url) => {
      for (const path of ['/health/live', '/v2/payment/a']) {
        const [answer] = await send(`GET ${path}\r\nHost: localhost\r\n\r\n`, {}, url);
        expect(answer?.status).toBe(400);
      }
    },
  );

  it('a head that stops gets 400', async () => {
    const [answer] = await send('GET /v2/payment/a HTTP/1.1\r\nHost: loc', { endsInput: true });
    if (!answer) throw new Error('no answer');
    expectError(answer, { status: 400, ...invalid });
  });

  it('too large a head gets 431', async () => {
    const [answer] = await send(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    if (!answer) throw new Error('no answer');
    expectError(answer, { status: 431, ...invalid });
  });
});

describe('bytes behind a good request', () => {
  it('is refused after the answer to the good request', async () => {
    const bytes = Buffer.concat([create(), Buffer.from('{"left":1}\r\n\r\n')]);
    const answers = await send(bytes, { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('and an unknown Expect changes no answer', async () => {
    const [head = '', ...rest] = create().toString().split('\r\n');
    const answers = await send([head, 'Expect: the-impossible', ...rest].join('\r\n'), { answers: 1 });
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

describe('a client that half-closes after its request', () => {
  const get = (path: string, url: string) => `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
  it.each([
    [urls.api, '/health/ready', 200],
    [urls.checkout, '/p/unknown', 404],
    [urls.staff, '/', 200],
    [urls.sandbox, '/health/live', 200],
  ] as const)('is answered by %s%s', async (url, path, status) => {
    const [answer] = await send(get(path, url), { endsInput: true }, url);
    expect(answer?.status).toBe(status);
  });

  it('is answered when it creates a payment; the same content re-joins', async () => {
    const body = JSON.stringify(idealBody());
    const bytes = () => {
      const parts = { method: 'POST', target: '/v2/payment', body };
      return plainBytes({ ...parts, lines: signedLines(urls.api, parts), body: Buffer.from(body) });
    };
    const [first] = await send(bytes(), { endsInput: true });
    expect(first?.status).toBe(200);
    const { identifier } = JSON.parse(first?.text ?? '') as { readonly identifier: string };
    await expect
      .poll(async () => {
        const [again] = await send(bytes());
        return [
          again?.status,
          (JSON.parse(again?.text ?? '{}') as { readonly identifier?: string }).identifier,
        ];
      })
      .toEqual([200, identifier]);
  });
});
