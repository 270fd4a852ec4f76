import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { boundConnections, connectionTimes, type ConnectionBound } from './bound-connections.js';
import { memoryLog } from './testing/memory-log.js';

/** Goal: a client that sends slowly is let go, one that waits for an answer is not, and no client keeps the others out. */
const max = 64;
/** Longer than a request may take to arrive. */
const slowAnswerMs = 20_000;
const servers: FastifyInstance[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.server.closeAllConnections();
    await server.close();
  }
});

async function serve(bound: Partial<ConnectionBound> = {}) {
  const { log, lines } = memoryLog();
  const server = fastify({ ...connectionTimes });
  servers.push(server);
  boundConnections(server.server, { max, log, ...bound });
  server.post('/', () => 'ok');
  server.get('/', () => 'ok');
  server.get('/later', () => sleep(300, 'late'));
  let waiting = 0;
  server.get('/wait', () => {
    waiting += 1;
    return sleep(slowAnswerMs, 'late');
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return { lines, waiting: () => waiting, open: (text: string, from?: string) => connect(port, text, from) };
}

type Client = { readonly socket: Socket; readonly text: () => string; readonly closed: Promise<void> };

/** Resolves once it is connected and has sent the text. */
async function connect(port: number, text: string, localAddress = '127.0.0.1'): Promise<Client> {
  const socket = createConnection({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let received = '';
  socket.on('data', (data) => (received += String(data))).on('error', () => undefined);
  socket.once('end', () => socket.end());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([closed, new Promise<void>((resolve) => socket.once('connect', () => resolve()))]);
  if (text !== '') socket.write(text);
  return { socket, text: () => received, closed };
}

type Opening = (text: string, from?: string) => Promise<Client>;

async function openMany(opening: Opening, count: number, text: string, from?: string) {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1) clients.push(await opening(text, from));
  return clients;
}

const closedOf = (clients: readonly Client[]) => clients.map(({ socket }) => socket.destroyed);
const only = (count: number, length: number) => Array.from({ length }, (_, index) => index < count);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (bytes: number) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`;
async function isServed(client: Client): Promise<void> {
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200/);
}

describe('connections', () => {
  it('end when a body does not arrive, byte by byte or not at all, while one that waits for its answer goes on', async () => {
    const { open } = await serve();
    const waiting = await open(get('/wait').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const stalled = await openMany(open, 3, `${post(1_000)}x`);
    const trickling = await openMany(open, 3, `${post(1_000)}x`);
    const headless = await open('POST / HTTP/1.1\r\nHost: loc');
    const trickle = setInterval(() => trickling.forEach(({ socket }) => socket.write('x')), 1_000);
    const slow = [...stalled, ...trickling, headless];
    await Promise.race([Promise.all(slow.map(({ closed }) => closed)), waiting.closed]);
    clearInterval(trickle);
    expect(closedOf(slow)).toEqual(slow.map(() => true));
    expect(slow.filter(({ text }) => text().startsWith('HTTP/1.1 200'))).toEqual([]);
    expect(waiting.socket.destroyed).toBe(false);
    await waiting.closed;
    expect(waiting.text()).toMatch(/^HTTP\/1\.1 200 [^]*late$/);
  });

  it('that idle make room for new ones, those of the peer that has most first, the longest idle one of it', async () => {
    const { open, lines } = await serve();
    const few = await openMany(open, 12, get('/'), '127.0.0.2');
    const most = await openMany(open, 28, get('/'), '127.0.0.3');
    const silent = await openMany(open, max - 40, '', '127.0.0.4');
    for (const client of [...few, ...most]) await isServed(client);
    // The first of them has idled least by now.
    most[0]?.socket.write(get('/'));
    await expect.poll(() => most[0]?.text().split('HTTP/1.1 200').length).toBe(3);
    const further = await openMany(open, 3, get('/'), '127.0.0.5');
    for (const client of further) await isServed(client);
    await expect.poll(() => closedOf(most.slice(1, 5))).toEqual([true, true, true, false]);
    expect(closedOf([...few, ...silent, ...further, ...most.slice(0, 1)])).not.toContain(true);
    expect(lines).toEqual([]);
  });

  it('that wait for an answer stay: a new one is closed unread where all others do, and the log says so once', async () => {
    const { open, lines, waiting } = await serve();
    const clients = [
      ...(await openMany(open, max / 2, get('/wait'), '127.0.0.2')),
      ...(await openMany(open, max / 2, get('/wait'), '127.0.0.3')),
    ];
    await expect.poll(waiting).toBe(max);
    for (const from of ['127.0.0.4', '127.0.0.5']) {
      const further = await open(get('/'), from);
      await further.closed;
      expect(further.text()).toBe('');
    }
    expect(lines).toEqual([expect.objectContaining({ msg: 'connections are turned away', level: 40, max })]);
    expect(closedOf(clients)).not.toContain(true);
    clients[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const next = await open(get('/'), '127.0.0.4');
        await Promise.race([next.closed, sleep(200)]);
        return next.text();
      })
      .toMatch(/^HTTP\/1\.1 200/);
  });

  it('of one peer are half of all, unless it is a trusted proxy', async () => {
    const { open, waiting } = await serve({ isTrusted: (address) => address === '127.0.0.3' });
    const clients = await openMany(open, max / 2 + 4, '', '127.0.0.2');
    await expect.poll(() => closedOf(clients)).toEqual(only(4, clients.length));
    const proxied = await openMany(open, max / 2, get('/wait'), '127.0.0.3');
    await expect.poll(waiting).toBe(max / 2);
    const newest = await open(get('/'), '127.0.0.3');
    await isServed(newest);
    expect(closedOf(proxied)).not.toContain(true);
  });

  it('that send a body are an eighth of all: those that take longest are let go', async () => {
    const { open } = await serve();
    const stalled = await openMany(open, max / 8 + 5, `${post(1_000)}x`);
    await expect.poll(() => closedOf(stalled), { timeout: 5_000 }).toEqual(only(5, stalled.length));
    const whole = await open(`${post(2)}ok`);
    await isServed(whole);
  });

  it('idle for a short time only while more than half are open', async () => {
    const { open } = await serve();
    const calm = await open(get('/'));
    await isServed(calm);
    await openMany(open, max / 2, '', '127.0.0.2');
    const crowded = await open(get('/'));
    await isServed(crowded);
    expect([calm, crowded].map(({ text }) => /Keep-Alive: timeout=(\d+)/.exec(text())?.[1])).toEqual([
      '72',
      '5',
    ]);
  });
});

describe('a client that has ended its own direction', () => {
  it.each([
    ['one request', get('/later'), 1],
    ['two in one packet', get('/later') + get('/'), 2],
    ['a body', `${post(2)}ok`, 1],
  ])('gets its answers, and the connection ends: %s', async (_what, text, answers) => {
    const { open } = await serve();
    const client = await open(text);
    client.socket.end();
    await client.closed;
    expect(client.text().split('HTTP/1.1 200').length - 1).toBe(answers);
  });

  it.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHo'],
    ['half a body', `${post(100)}x`],
  ])('in the middle of a request holds no connection: %s', async (_what, text) => {
    const { open } = await serve();
    const client = await open(text);
    client.socket.end();
    await client.closed;
    expect(client.text()).not.toContain('HTTP/1.1 200');
  });
});
