import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy, type FaultyProxy } from '../chaos/faulty-proxy.js';
import { createRandom } from '../fakes/seeded-random.js';

/** Goal: the weather of a chaos run is what it says. Method: an echo server behind the proxy. */
let echo: Server;
let proxy: FaultyProxy;
let received: string;

beforeEach(async () => {
  received = '';
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      received += piece.toString();
      socket.write(piece);
    });
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  if (address === null || typeof address === 'string') throw new Error('the echo server has a port');
  proxy = await startFaultyProxy(address.port, createRandom(1, 'test'));
});
afterEach(async () => {
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A cut is an error of the socket first; both are wanted here. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('the proxy', () => {
  it('passes both ways', async () => {
    const socket = await open();
    socket.write('hello');
    const [piece] = await once(socket, 'data');
    expect(String(piece)).toBe('hello');
  });

  it('delivers what a caller sent before it hung up', async () => {
    proxy.change({ kind: 'delay', maxMs: 50 });
    const socket = await open();
    socket.end('late');
    await expect.poll(() => received, { timeout: 10_000 }).toBe('late');
  });

  it('cuts connections, and lets new ones in afterwards', async () => {
    const socket = await open();
    const closed = closing(socket);
    proxy.change({ kind: 'reset' });
    await closed;
    proxy.change({ kind: 'pass' });
    const next = await open();
    next.write('again');
    const [piece] = await once(next, 'data');
    expect(String(piece)).toBe('again');
  });

  it.each([
    ['halfOpen', 'sent'],
    ['blackHole', ''],
  ] as const)('%s: the callee gets "%s", the caller nothing until it is cut', async (kind, arrives) => {
    const socket = await open();
    let heard = '';
    socket.on('data', (piece: Buffer) => (heard += piece.toString()));
    proxy.change({ kind });
    socket.write('sent');
    await expect.poll(() => received, { timeout: 10_000 }).toBe(arrives);
    const closed = closing(socket);
    proxy.change({ kind: 'pass' });
    await closed;
    expect({ received, heard }).toEqual({ received: arrives, heard: '' });
  });
});
