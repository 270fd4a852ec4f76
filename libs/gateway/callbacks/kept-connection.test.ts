import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { createCallbackSender } from './send-callback.js';

const limits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 };
const key = { id: 'ck_1', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const loopback: CallbackTarget = { scheme: 'http', host: '*', ports: [], cidrs: ['127.0.0.0/8', '::1/128'] };
const publicOnly: CallbackTarget = { ...loopback, cidrs: ['public'] };
const body = Buffer.from('{"event_id":"evt_1"}');
const attempt = {
  merchant: 'shop',
  body,
  eventId: 'evt_1',
  keys: [key],
  date: new Date(),
  timeoutMs: 10_000,
};

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(headers = {}): Promise<{ url: string; connections: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end());
  });
  server.on('connection', () => (count += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://merchant.test:${port}/`, connections: () => count };
}

describe('a kept connection', () => {
  it('carries the next callback to the same checked address', async () => {
    const { url, connections } = await listen();
    const sender = createCallbackSender(limits, async () => ['127.0.0.1']);
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    // undici hands a connection on one turn of the event loop after its answer.
    await setImmediate();
    await setImmediate();
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    expect(connections()).toBe(1);
  });

  it('is of no use to whom the address is not allowed', async () => {
    const { url, connections } = await listen();
    const sender = createCallbackSender(limits, async () => ['127.0.0.1']);
    await sender({ ...attempt, url, targets: [loopback] });
    expect(await sender({ ...attempt, url, targets: [publicOnly] })).toEqual({ kind: 'refusedTarget' });
    expect(connections()).toBe(1);
  });

  it('is left when the name leads elsewhere by now', async () => {
    const { url, connections } = await listen();
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1', '127.0.0.2']];
    const sender = createCallbackSender(limits, async () => answers.shift() ?? []);
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    expect(await sender({ ...attempt, url, targets: [loopback] })).toEqual({ kind: 'refusedTarget' });
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    expect(connections()).toBe(2);
  });

  it('that the merchant has closed is replaced', async () => {
    const { url, connections } = await listen({ connection: 'close' });
    const sender = createCallbackSender(limits, async () => ['127.0.0.1']);
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    expect(await sender({ ...attempt, url, targets: [loopback] })).toMatchObject({ httpStatus: 200 });
    expect(connections()).toBe(2);
  });
});
