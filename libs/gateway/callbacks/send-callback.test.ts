import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { verifyCallback } from '../signature/callback-signature.js';
import { createCallbackSender } from './send-callback.js';
import type { ResolveHost } from '../names/merchant-names.js';
import type { CallbackAttempt, CallbackResult } from './send-callback.js';

const limits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 };
const key = { id: 'ck_1', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const body = Buffer.from('{"event_id":"evt_1","type":"payment","status":"success"}');
const loopback: CallbackTarget = { scheme: 'http', host: '*', ports: [], cidrs: ['127.0.0.0/8', '::1/128'] };
const publicOnly: CallbackTarget = { ...loopback, cidrs: ['public'] };

type Seen = { readonly request: IncomingMessage; readonly rawBody: Buffer };

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(listener: RequestListener): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ request, rawBody: Buffer.concat(chunks) });
      listener(request, response);
    });
  });
  return { port: await listenOn(server), seen };
}

async function listenOn(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port');
  return address.port;
}

function send(
  url: string,
  changes: Partial<CallbackAttempt> = {},
  resolve?: ResolveHost,
): Promise<CallbackResult> {
  const attempt = {
    url,
    merchant: 'shop',
    body,
    eventId: 'evt_1',
    keys: [key],
    targets: [loopback],
    date: new Date(),
    timeoutMs: 10_000,
  };
  return createCallbackSender(limits, resolve)({ ...attempt, ...changes });
}

function neverResolve(): Promise<readonly string[]> {
  return new Promise(() => undefined);
}

async function failToResolve(): Promise<readonly string[]> {
  throw new Error('not found');
}

describe('createCallbackSender', () => {
  it('sends the body as given, with both signatures', async () => {
    const { port, seen } = await listen((_, response) => response.end('ok'));
    const date = new Date();
    const result = await send(`http://127.0.0.1:${port}/hooks?a=b`, { date });
    expect(result).toEqual({ kind: 'answered', httpStatus: 200, latencyMs: expect.any(Number) });
    const rules = { now: date, skewSeconds: 1, hosts: [`127.0.0.1:${port}`] };
    const verifications = seen.map(({ request, rawBody }) => {
      const { method = '', url = '', rawHeaders } = request;
      return verifyCallback({ method, target: url, rawHeaders, rawBody }, [key], rules);
    });
    expect(verifications).toEqual([{ kind: 'verified', by: ['signature', 'webhook'], problems: [] }]);
    expect(seen[0]?.rawBody).toEqual(body);
    expect(seen[0]?.request.headers['content-type']).toBe('application/json');
  });

  it('sends the same bytes on every attempt, with that attempt’s own date', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    await send(`http://127.0.0.1:${port}/`, { date: new Date(1_388_957_500_000) });
    await send(`http://127.0.0.1:${port}/`, { date: new Date(1_388_957_505_000) });
    expect(seen.map(({ rawBody }) => rawBody)).toEqual([body, body]);
    expect(seen.map(({ request }) => request.headers['webhook-id'])).toEqual(['evt_1', 'evt_1']);
    expect(seen.map(({ request }) => request.headers['webhook-timestamp'])).toEqual([
      '1388957500',
      '1388957505',
    ]);
  });

  it('keeps the name as Host while it dials the checked address', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    const result = await send(`http://merchant.test:${port}/`, {}, async () => ['127.0.0.1']);
    expect(result).toMatchObject({ kind: 'answered', httpStatus: 200 });
    expect(seen[0]?.request.headers.host).toBe(`merchant.test:${port}`);
  });

  it('does not follow a redirect', async () => {
    const { port, seen } = await listen((_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', httpStatus: 302 });
    expect(seen).toHaveLength(1);
  });

  it.each([410, 500])('reports the status %d', async (status) => {
    const { port } = await listen((_, response) => response.writeHead(status).end());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', httpStatus: status });
  });

  it.each([
    ['seconds', '120', 120],
    ['a date', new Date(1_388_957_560_000).toUTCString(), 60],
    ['a date of RFC 850', 'Sunday, 05-Jan-14 21:32:40 GMT', 60],
    ['a date of asctime', 'Sun Jan  5 21:32:40 2014', 60],
    ['a date that is over', new Date(1_388_957_400_000).toUTCString(), 0],
    ['garbage', 'soon', undefined],
  ])('reads Retry-After as %s', async (_, header, expected) => {
    const { port } = await listen((_request, response) =>
      response.writeHead(503, { 'retry-after': header }).end(),
    );
    const result = await send(`http://127.0.0.1:${port}/`, { date: new Date(1_388_957_500_000) });
    expect(result).toMatchObject({ kind: 'answered', httpStatus: 503 });
    expect(result.kind === 'answered' && result.retryAfterSeconds).toBe(expected);
  });

  it('cuts a server that does not answer in time', async () => {
    const { port } = await listen(() => undefined);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 100 });
    expect(result).toEqual({ kind: 'noAnswer', reason: 'timeout', latencyMs: expect.any(Number) });
  });

  it('cuts a name look-up that does not end in time', async () => {
    const result = await send('http://merchant.test/', { timeoutMs: 100 }, neverResolve);
    expect(result).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
  });

  it('takes the status of an answer whose body stalls', async () => {
    const { port } = await listen((_, response) => void response.writeHead(200).write('first'));
    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })).toMatchObject({ httpStatus: 200 });
  });

  it('reads no more than the limit of an endless answer', async () => {
    const closings: Promise<unknown>[] = [];
    const { port } = await listen((_, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
      };
      closings.push(once(response, 'close'));
      response.on('drain', write);
      write();
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', httpStatus: 200 });
    await Promise.all(closings);
    expect(closings).toHaveLength(1);
  });

  it('reports a closed port as refused, a cut and an unreadable answer as reset', async () => {
    const server = createServer();
    const closedPort = await listenOn(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://127.0.0.1:${closedPort}/`)).toMatchObject({
      kind: 'noAnswer',
      reason: 'refused',
    });

    const cut = await listenOn(
      createSocketServer((socket: Socket) => socket.once('data', () => socket.destroy())),
    );
    expect(await send(`http://127.0.0.1:${cut}/`)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });

    const garbage = await listenOn(
      createSocketServer((socket: Socket) => socket.once('data', () => socket.end('%&!'))),
    );
    expect(await send(`http://127.0.0.1:${garbage}/`)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });
  });

  it('reports a name without address as dns, and TLS with a server that has none as tls', async () => {
    expect(await send('http://merchant.test/', {}, failToResolve)).toMatchObject({ reason: 'dns' });
    expect(await send('http://merchant.test/', {}, async () => [])).toMatchObject({ reason: 'dns' });
    const { port } = await listen((_, response) => response.end());
    const targets: readonly CallbackTarget[] = [{ ...loopback, scheme: 'https' }];
    expect(await send(`https://127.0.0.1:${port}/`, { targets })).toMatchObject({ reason: 'tls' });
  });

  it('reports a handshake that is cut as tls, and one that does not end in time as timeout', async () => {
    const targets: readonly CallbackTarget[] = [{ ...loopback, scheme: 'https' }];
    const cutting = await listenOn(
      createSocketServer((socket: Socket) => socket.once('data', () => socket.destroy())),
    );
    expect(await send(`https://127.0.0.1:${cutting}/`, { targets })).toMatchObject({ reason: 'tls' });
    const silent = await listenOn(createSocketServer());
    expect(await send(`https://127.0.0.1:${silent}/`, { targets, timeoutMs: 200 })).toMatchObject({
      reason: 'timeout',
    });
  });

  it('reports an answer with an endless head as too large', async () => {
    const port = await listenOn(
      createSocketServer((socket: Socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`));
      }),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'noAnswer', reason: 'too_large' });
  });

  it('throws without a key: that is our own error, not an answer of the merchant', async () => {
    await expect(send('http://127.0.0.1/', { keys: [] })).rejects.toThrow('without a callback key');
  });
});

describe('a callback target is checked again at connect', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['decimal', 'http://2130706433:PORT/'],
    ['hex', 'http://0x7f000001:PORT/'],
    ['short', 'http://127.1:PORT/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]:PORT/'],
  ])('dials a loopback address (%s) only where the target says so', async (_, template) => {
    const { port, seen } = await listen((_request, response) => response.end());
    const url = template.replace('PORT', String(port));
    expect(await send(url, { targets: [publicOnly] })).toEqual({ kind: 'refusedTarget' });
    expect(seen).toHaveLength(0);
    expect(await send(url, { targets: [loopback] })).toMatchObject({ kind: 'answered', httpStatus: 200 });
  });

  it('refuses a name that resolves to another range', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    const url = `http://merchant.test:${port}/`;
    expect(await send(url, { targets: [publicOnly] }, async () => ['127.0.0.1'])).toEqual({
      kind: 'refusedTarget',
    });
    expect(await send(url, {}, async () => ['169.254.169.254'])).toEqual({ kind: 'refusedTarget' });
    expect(seen).toHaveLength(0);
  });

  it('refuses a name when only one of its addresses is allowed', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    const result = await send(`http://merchant.test:${port}/`, {}, async () => ['127.0.0.1', '10.0.0.1']);
    expect(result).toEqual({ kind: 'refusedTarget' });
    expect(seen).toHaveLength(0);
  });

  it('resolves a name once, so that a second answer cannot lead elsewhere', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const rebinding = async (): Promise<readonly string[]> => answers[asked++] ?? [];
    expect(await send(`http://merchant.test:${port}/`, {}, rebinding)).toMatchObject({ kind: 'answered' });
    expect(asked).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('refuses a URL that has left the allow-list since it was accepted', async () => {
    const { port, seen } = await listen((_, response) => response.end());
    const targets = [{ ...loopback, ports: [1] }];
    expect(await send(`http://127.0.0.1:${port}/`, { targets })).toEqual({ kind: 'refusedTarget' });
    expect(seen).toHaveLength(0);
  });
});
