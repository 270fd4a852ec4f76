import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { callProvider, type ProviderCall } from './call-provider.js';
import { createSendBy } from './send-by.js';

const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen(server: Server | TcpServer) {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (origin: string): ProviderCall => ({
  method: 'POST',
  url: new URL('/charges?x=1', origin),
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
});

/** Answers after a while, and keeps what reached it. */
async function provider(delayMs = 0) {
  const reached: string[] = [];
  const origin = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        reached.push(`${request.method} ${request.url} ${body}`);
        setTimeout(() => response.writeHead(201).end('{"fine":true}'), delayMs);
      });
    }),
  );
  return { origin, reached };
}

describe('one call to a provider', () => {
  it('sends the request once and reads the answer', async () => {
    const { origin, reached } = await provider();
    const exchange = await callProvider(post(origin), { timeoutMs: 2_000 });
    expect(exchange).toEqual({ kind: 'answered', status: 201, body: { fine: true } });
    expect(reached).toEqual(['POST /charges?x=1 {"a":1}']);
  });

  it.each([
    ['7', 7_000],
    ['86400', 3_600_000],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['Wednesday, 25-Nov-20 18:00:00 GMT', 0],
    ['Wed Nov 25 18:00:00 2020', 0],
    ['soon', undefined],
  ])('reads how much patience is asked for: Retry-After %s', async (header, retryAfterMs) => {
    const origin = await listen(
      createServer((_request, response) => response.writeHead(429, { 'retry-after': header }).end('{}')),
    );
    const exchange = await callProvider(post(origin), { timeoutMs: 2_000 });
    const patience = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(exchange).toEqual({ kind: 'answered', status: 429, body: {}, ...patience });
  });

  it('is never sent to a closed port', async () => {
    const origin = await listen(createServer());
    await new Promise((resolve) => servers.splice(0)[0]?.close() && resolve(undefined));
    expect(await callProvider(post(origin), { timeoutMs: 2_000 })).toMatchObject({ kind: 'neverSent' });
  });

  it('is broken by a time-out when it was written', async () => {
    const { origin } = await provider(5_000);
    const exchange = await callProvider(post(origin), { timeoutMs: 100 });
    expect(exchange).toEqual({ kind: 'broken', cause: 'timeout', detail: 'no answer in time' });
  });

  it('is broken when the connection is cut after it was written', async () => {
    const origin = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    expect(await callProvider(post(origin), { timeoutMs: 2_000 })).toMatchObject({
      kind: 'broken',
      cause: 'communication',
    });
  });
});

describe('the time until which a request may be sent', () => {
  it('lets through what is in time', async () => {
    const { origin, reached } = await provider();
    const sendBy = createSendBy().after(5_000);
    expect(await callProvider(post(origin), { timeoutMs: 2_000, sendBy })).toMatchObject({ status: 201 });
    expect(reached).toHaveLength(1);
  });

  it('counts from before the row was asked for, however long it took to come back', async () => {
    const { origin, reached } = await provider();
    const asked = createSendBy();
    await sleep(30);
    const exchange = await callProvider(post(origin), { timeoutMs: 2_000, sendBy: asked.after(20) });
    expect(exchange).toEqual({ kind: 'neverSent', detail: 'too late to be sent' });
    expect(reached).toEqual([]);
  });

  it('is asked for again when a connection is there at last', async () => {
    const { origin, reached } = await provider();
    let asked = 0;
    // In time when the call is made, too late when its connection is ready.
    const sendBy = { isOver: () => ++asked >= 1 };
    const exchange = await callProvider(post(origin), { timeoutMs: 2_000, sendBy });
    expect(exchange.kind).toBe('neverSent');
    expect(asked).toBe(1);
    expect(reached).toEqual([]);
  });

  it('is held to while all connections of the provider are busy', async () => {
    const { origin, reached } = await provider(400);
    const sendBy = createSendBy().after(200);
    const results = await Promise.all(
      Array.from({ length: 140 }, () => callProvider(post(origin), { timeoutMs: 3_000, sendBy })),
    );
    const sent = results.filter(({ kind }) => kind === 'answered').length;
    const held = results.filter(({ kind }) => kind === 'neverSent').length;
    expect(sent + held).toBe(140);
    expect(held).toBeGreaterThan(0);
    expect(reached).toHaveLength(sent);
  });
});
