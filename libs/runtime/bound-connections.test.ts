import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundConnections, connectionTimes } from './bound-connections.js';
import { memoryLog } from './testing/memory-log.js';

/** Goal: whoever sends slowly is let go, whoever waits for an answer is not, and nobody gets more than so many sockets. */
const connectionsMax = 60;
/** Longer than a request may take to arrive. */
const slowAnswerMs = 20_000;
const { log, lines } = memoryLog();
let server: FastifyInstance;
let port = 0;

beforeAll(async () => {
  server = fastify({ ...connectionTimes });
  boundConnections(server.server, connectionsMax, log);
  server.post('/', () => 'ok');
  server.get('/wait', () => sleep(slowAnswerMs, 'late'));
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.server.closeAllConnections();
  await server.close();
});

function open(...parts: readonly string[]): { socket: Socket; text: () => string; closed: Promise<void> } {
  const socket = createConnection(port, '127.0.0.1', () => socket.write(parts.join('\r\n')));
  let text = '';
  socket.on('data', (data) => (text += String(data))).on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, text: () => text, closed };
}

const head = ['POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 1000', ''];

describe('connections', () => {
  it('end when a body does not arrive, byte by byte or not at all, while one that waits for its answer goes on', async () => {
    const waiting = open('GET /wait HTTP/1.1', 'Host: localhost', 'Connection: close', '', '');
    const stalled = Array.from({ length: 12 }, () => open(...head, 'x'));
    const trickling = Array.from({ length: 12 }, () => open(...head, 'x'));
    const headless = open('POST / HTTP/1.1', 'Host: loc');
    const trickle = setInterval(() => trickling.forEach(({ socket }) => socket.write('x')), 1_000);
    const slow = [...stalled, ...trickling, headless];
    await Promise.race([Promise.all(slow.map(({ closed }) => closed)), waiting.closed]);
    clearInterval(trickle);
    expect(slow.map(({ socket }) => socket.closed)).toEqual(slow.map(() => true));
    expect(slow.filter(({ text }) => text().startsWith('HTTP/1.1 200'))).toEqual([]);
    expect(waiting.socket.closed).toBe(false);
    await waiting.closed;
    expect(waiting.text()).toMatch(/^HTTP\/1\.1 200 [^]*late$/);
  });

  it('beyond the bound are closed unread, and those below it are served', async () => {
    const idle = Array.from({ length: connectionsMax }, () => open(''));
    await expect.poll(() => idle.every(({ socket }) => socket.readyState === 'open')).toBe(true);
    const further = open('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 0', '', '');
    await further.closed;
    expect(further.text()).toBe('');
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'connections are turned away', level: 40, max: connectionsMax }),
    ]);
    idle[0]?.socket.write(['POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 0', '', ''].join('\r\n'));
    await expect.poll(() => idle[0]?.text()).toMatch(/^HTTP\/1\.1 200/);
    for (const { socket } of idle) socket.destroy();
  });
});
