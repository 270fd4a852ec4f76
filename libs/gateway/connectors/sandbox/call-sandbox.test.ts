import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { callSandbox } from './call-sandbox.js';

const limit = { timeoutMs: 300 };
const patient = { timeoutMs: 5_000 };
const open: { server: Server; sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  }
});

/** A provider that is nothing but a socket: it does exactly this to every request it receives. */
async function startProvider(answer: (socket: Socket, received: string) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => answer(socket, data.toString()));
  });
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

function account(baseUrl: string, credentials: Record<string, string> = { account: 'a', secret: 's' }) {
  return { provider: 'sandbox', mid: 'mid', baseUrl, credentials };
}

const submit = { method: 'POST', path: '/charges', body: { order: 'ord-1' } } as const;

function answerOf(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

describe('never sent: only when surely no byte has left', () => {
  it('connection refused', async () => {
    const host = await startProvider(() => {});
    open[0]?.server.close();
    const exchange = await callSandbox(submit, account(`http://${host}`), patient);
    expect(exchange).toEqual({ kind: 'neverSent', detail: 'ECONNREFUSED' });
  });

  it('name that does not resolve', async () => {
    const exchange = await callSandbox(submit, account('http://nowhere.invalid'), patient);
    expect(exchange).toMatchObject({
      kind: 'neverSent',
      detail: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    });
  });

  it('TLS that fails before the first byte of the request', async () => {
    const host = await startProvider((socket) => socket.end('this is not TLS'));
    expect(await callSandbox(submit, account(`https://${host}`), patient)).toMatchObject({
      kind: 'neverSent',
    });
  });

  it('a turn at the rate that does not come; one that comes late takes nothing from its time', async () => {
    let asked = 0;
    const host = await startProvider((socket) => {
      asked += 1;
      socket.end(answerOf('201 x', '{}'));
    });
    const at = account(`http://${host}`);
    const none = () => Promise.reject(new Error('no turn'));
    expect(await callSandbox(submit, at, { ...patient, turn: none })).toEqual({
      kind: 'neverSent',
      detail: 'its rate leaves no turn',
    });
    expect(asked).toBe(0);
    const late = () => new Promise<void>((resolve) => setTimeout(resolve, 2 * limit.timeoutMs));
    expect(await callSandbox(submit, at, { ...limit, turn: late })).toMatchObject({ kind: 'answered' });
  });

  it.each([
    ['credentials missing', account('http://127.0.0.1:1', {})],
    ['base URL malformed', account('nonsense')],
  ])('%s', async (detail, at) => {
    expect(await callSandbox(submit, at, patient)).toEqual({ kind: 'neverSent', detail });
  });
});

describe('broken: the provider may have the request', () => {
  it('no answer within the limit', async () => {
    const host = await startProvider(() => {});
    const exchange = await callSandbox(submit, account(`http://${host}`), limit);
    expect(exchange).toEqual({ kind: 'broken', cause: 'timeout', detail: 'no answer in time' });
  });

  it('an answer that starts and does not end within the limit', async () => {
    const host = await startProvider((socket) =>
      socket.write('HTTP/1.1 201 x\r\ncontent-length: 99\r\n\r\n{"a"'),
    );
    const exchange = await callSandbox(submit, account(`http://${host}`), limit);
    expect(exchange).toMatchObject({ kind: 'broken', cause: 'timeout' });
  });

  it.each([
    ['reset after the request', (socket: Socket) => socket.resetAndDestroy()],
    ['closed after the request', (socket: Socket) => socket.end()],
    ['closed in the head', (socket: Socket) => socket.end('HTTP/1.1 201')],
    [
      'closed in the body',
      (socket: Socket) => socket.end('HTTP/1.1 201 x\r\ncontent-length: 99\r\n\r\n{"a"'),
    ],
  ])('%s', async (_where, cut) => {
    const host = await startProvider(cut);
    const exchange = await callSandbox(submit, account(`http://${host}`), patient);
    expect(exchange).toMatchObject({ kind: 'broken', cause: 'communication' });
  });

  it.each([
    ['no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
    ['larger than the limit', (socket: Socket) => socket.end(answerOf('201 x', 'x'.repeat(1024 * 1024 + 1)))],
  ])('an answer that is %s', async (_what, write) => {
    const host = await startProvider(write);
    const exchange = await callSandbox(submit, account(`http://${host}`), patient);
    expect(exchange).toMatchObject({ kind: 'broken', cause: 'unreadable' });
  });
});

describe('answered', () => {
  it.each([
    ['201 x', '{"a":1}', { status: 201, body: { a: 1 } }],
    ['200 x', '<html>', { status: 200, body: undefined }],
    ['500 x', '', { status: 500, body: undefined }],
  ])('%s %s', async (status, body, expected) => {
    const host = await startProvider((socket) => socket.write(answerOf(status, body)));
    const exchange = await callSandbox(submit, account(`http://${host}`), patient);
    expect(exchange).toEqual({ kind: 'answered', ...expected });
  });

  it('does not follow a redirect and sends once', async () => {
    const received: string[] = [];
    const host = await startProvider((socket, text) => {
      received.push(text);
      socket.write('HTTP/1.1 307 x\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n');
    });
    const exchange = await callSandbox(submit, account(`http://${host}/`), patient);
    expect(exchange).toMatchObject({ kind: 'answered', status: 307 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^POST \/charges HTTP\/1\.1\r\n/);
  });
});
