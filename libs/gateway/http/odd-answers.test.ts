import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { callbackLimits, createCallbackSender } from '../callbacks/send-callback.js';
import { callProvider } from '../connectors/call-provider.js';

const key = { id: 'ck_1', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const loopback: CallbackTarget = { scheme: 'http', host: '*', ports: [], cidrs: ['127.0.0.0/8'] };
const body = '{"event_id":"evt_1"}';

const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Writes these packets for each request, and counts connections and requests. */
async function answering(packets: readonly string[], after: (socket: Socket) => void = () => undefined) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes(body)) return;
      seen.requests += 1;
      void (async () => {
        for (const packet of packets) {
          socket.write(packet);
          await sleep(5);
        }
        after(socket);
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port');
  return { url: `http://127.0.0.1:${address.port}/`, seen };
}

const sendCallback = createCallbackSender(callbackLimits);
const tell = (url: string, timeoutMs = 5_000) =>
  sendCallback({
    url,
    merchant: 'shop',
    body: Buffer.from(body),
    eventId: 'evt_1',
    keys: [key],
    targets: [loopback],
    date: new Date(),
    timeoutMs,
  });
const call = (url: string, timeoutMs = 5_000) =>
  callProvider({ method: 'POST', url: new URL(url), headers: {}, body }, { timeoutMs });

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

describe('an odd but lawful answer is read, from merchants and providers', () => {
  it.each<readonly [string, readonly string[]]>([
    ['100 before it', [proceed, ok]],
    ['100 twice before it', [proceed, proceed, ok]],
    ['100 in one packet with it', [proceed + ok]],
    ['103 and 100 before it', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', proceed, ok]],
    ['102 before it', ['HTTP/1.1 102 Processing\r\n\r\n', ok]],
    ['101 before it', ['HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', ok]],
    ['100 in two packets', ['HTTP/1.1 100 Con', 'tinue\r\n\r', '\nHTTP/1.', ok.slice('HTTP/1.'.length)]],
    ['a list of equal lengths', ['HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}']],
    ['its length twice', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}']],
    ['a folded header', ['HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\n{}']],
    ['its length in a fold', ['HTTP/1.1 200 OK\r\nContent-Length:\r\n\t2\r\n\r\n{}']],
  ])('%s', async (_name, packets) => {
    const { url, seen } = await answering(packets);
    for (const _ of [1, 2, 3]) {
      expect(await tell(url)).toMatchObject({ kind: 'answered', httpStatus: 200 });
      expect(await call(url)).toEqual({ kind: 'answered', status: 200, body: {} });
    }
    // Its connections are kept as those of any other.
    expect(seen).toEqual({ connections: 2, requests: 6 });
  });

  it('JSON of a provider that begins with a byte order mark', async () => {
    const { url } = await answering(['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n\ufeff{"a":1}']);
    expect(await call(url)).toEqual({ kind: 'answered', status: 200, body: { a: 1 } });
  });
});

describe('an answer that cannot be trusted is refused', () => {
  it.each<readonly [string, string]>([
    ['different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\n{}'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'],
    ['no colon', 'HTTP/1.1 200 OK\r\nContent-Length\r\n\r\n{}'],
  ])('%s', async (_, packet) => {
    const { url } = await answering([packet]);
    expect(await tell(url)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });
    expect(await call(url)).toMatchObject({ kind: 'broken' });
  });

  it('an interim answer with nothing after it is no answer', async () => {
    const { url } = await answering([proceed]);
    expect(await tell(url, 200)).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
    expect(await call(url, 200)).toMatchObject({ kind: 'broken', cause: 'timeout' });
    const cut = await answering([proceed], (socket) => socket.end());
    expect(await tell(cut.url)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });
    expect(await call(cut.url)).toMatchObject({ kind: 'broken', cause: 'communication' });
    expect(cut.seen.requests).toBe(2);
  });
});

describe('a kept connection that is closed instead of an answer', () => {
  /** Answers the first request of each connection and hangs up on the second. */
  async function hangingUp(beforeIt = '') {
    const served = new WeakSet<Socket>();
    const seen = { connections: 0, requests: 0 };
    const server = createServer((socket) => {
      seen.connections += 1;
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.includes(body)) return;
        seen.requests += 1;
        if (served.has(socket)) return void socket.end(beforeIt);
        served.add(socket);
        socket.write(ok);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server listens on a port');
    return { url: `http://127.0.0.1:${address.port}/`, seen };
  }

  it('has a callback sent once more at once, on a fresh one', async () => {
    const { url, seen } = await hangingUp();
    for (const _ of [1, 2]) expect(await tell(url)).toMatchObject({ kind: 'answered', httpStatus: 200 });
    expect(seen).toEqual({ connections: 2, requests: 3 });
  });

  it('does not where a byte of an answer came, or the connection was fresh', async () => {
    const begun = await hangingUp('HTTP/1.1 2');
    expect(await tell(begun.url)).toMatchObject({ kind: 'answered' });
    expect(await tell(begun.url)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });
    expect(begun.seen.requests).toBe(2);
    const fresh = await answering([], (socket) => socket.end());
    expect(await tell(fresh.url)).toMatchObject({ kind: 'noAnswer', reason: 'reset' });
    expect(fresh.seen.requests).toBe(1);
  });

  it('never has a call to a provider sent again', async () => {
    const { url, seen } = await hangingUp();
    expect(await call(url)).toMatchObject({ kind: 'answered' });
    // undici hands a connection on one turn of the event loop after its answer.
    await sleep(5);
    expect(await call(url)).toMatchObject({ kind: 'broken', cause: 'communication' });
    expect(seen).toEqual({ connections: 1, requests: 2 });
  });
});
