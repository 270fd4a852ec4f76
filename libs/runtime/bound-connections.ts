import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { OpenConnections, type OpenConnection } from './open-connections.js';

/** Milliseconds from the first byte of a request until its head, and until all of it, must be there. */
const headMs = 10_000;
const requestMs = 15_000;
/** Interval of Node's check for late connections. */
const lookEveryMs = 2_000;
/** Milliseconds without a byte in either direction: longer than any answer takes, `?wait=30` and a 504 included. */
const silenceMs = 120_000;
/** How long a connection may idle between two requests while more than half of all connections are open. */
const crowdedKeepAliveMs = 5_000;
/** Share of all connections that one peer may have, unless it is a trusted proxy. */
const peerShare = 1 / 2;
/** Share of all connections that may be sending a body at a time, because received bytes cost memory. */
const sendingShare = 1 / 8;
/** Milliseconds that a body may take before its connection can be closed in favour of another one. */
const sendingMinMs = 200;
/** Shortest time between two log lines about refused connections. */
const tellEveryMs = 60_000;

/** Options of Node for an HTTP server that strangers reach. */
export const serverTimes = {
  headersTimeout: headMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: lookEveryMs,
} as const;

/**
 * The same for Fastify. Node changes the two limits over where that of the head is the larger one, and its default is: with
 * the limit of the request alone slow bodies would stay for a minute.
 */
export const connectionTimes = {
  requestTimeout: requestMs,
  connectionTimeout: silenceMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: lookEveryMs },
} as const;

export type ConnectionBound = {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Whether everybody's connections may come from this address. */
  readonly isTrusted?: (address: string) => boolean;
  readonly log: Logger;
};

/**
 * Bounds a server's connections, so that no client can keep the others out. One that waits for its answer stays; others make
 * room for new ones, first those of the peer that has most, and of these the one that has rested longest. Only where all
 * wait for answers a new one is closed unread. A client that has ended its own direction still gets its answer
 * (RFC 9112 §9.6).
 */
export function boundConnections(
  server: Server,
  { max, isTrusted = () => false, log }: ConnectionBound,
): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  const all = new OpenConnections();
  const bySocket = new WeakMap<Socket, OpenConnection>();
  const sending = new Set<OpenConnection>();
  let keepAliveMs: number | undefined;
  let toldAt = -Infinity;

  const adaptKeepAlive = () => {
    keepAliveMs ??= server.keepAliveTimeout;
    const isCrowded = all.size > max / 2;
    server.keepAliveTimeout = isCrowded ? Math.min(crowdedKeepAliveMs, keepAliveMs) : keepAliveMs;
  };
  const turnAway = (socket: Socket) => {
    socket.destroy();
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    log.warn({ max }, 'connections are turned away');
  };
  const makeRoom = (newest: OpenConnection) => {
    const { remoteAddress = '' } = newest.socket;
    const hasShare = all.sizeOf(newest) <= max * peerShare || isTrusted(remoteAddress);
    if (all.size <= max && hasShare) return;
    const rested = hasShare ? all.longestOfLargest(newest) : all.longestOfPeer(newest);
    if (rested) rested.socket.destroy();
    else turnAway(newest.socket);
  };
  /** Closes those that have been sending longest. */
  const boundSending = () => {
    if (sending.size <= max * sendingShare) return;
    for (const one of sending) if (!isSending(one)) sending.delete(one);
    for (const one of sending) {
      if (sending.size <= max * sendingShare || performance.now() - one.since < sendingMinMs) return;
      sending.delete(one);
      one.socket.destroy();
    }
  };

  server.on('connection', (socket: Socket) => {
    const connection = all.add(socket);
    bySocket.set(socket, connection);
    socket.once('close', () => {
      all.delete(connection);
      sending.delete(connection);
      adaptKeepAlive();
    });
    adaptKeepAlive();
    makeRoom(connection);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket);
    if (!connection) return;
    connection.requests.add(request);
    response.once('close', () => {
      connection.requests.delete(request);
      if (connection.requests.size === 0 && !connection.socket.destroyed) all.rest(connection);
    });
    if (!hasBody(request)) return;
    connection.since = performance.now();
    sending.delete(connection);
    sending.add(connection);
    boundSending();
  });
  const timer = setInterval(boundSending, sendingMinMs).unref();
  server.once('close', () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A body is on its way. */
function isSending({ requests }: OpenConnection): boolean {
  return [...requests].some(({ complete }) => !complete);
}
