import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import type { FastifyInstance } from 'fastify';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Logger } from '#runtime/create-log';
import { renderError } from './render-error.js';

/** Node's own error of a connection. */
type ConnectionError = Error & { readonly code?: string };

export type BrokenRequests = {
  /** For bytes that Node's parser does not take; `clientErrorHandler` of Fastify. */
  refuse(error: ConnectionError, socket: Duplex): void;
  /** Follows what is under way on each connection; must be called before any route is added. */
  follow(fastify: FastifyInstance): void;
};

/**
 * Gives the one error body (contract §3) also to what never becomes a request of Fastify's: bytes that are no HTTP,
 * too large a head, one that never ends, CONNECT. The connection is closed after it.
 */
export function refuseBrokenRequests(log: Logger): BrokenRequests {
  const underWay = new WeakMap<Duplex, Set<IncomingMessage>>();
  const postponed = new WeakMap<Duplex, ConnectionError>();
  const refuse = (error: ConnectionError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Now it would be read as the answer to what came before on this connection, which may be registered.
    if ([...(underWay.get(socket) ?? [])].some(({ complete }) => complete)) {
      postponed.set(socket, error);
      return;
    }
    const requestId = uuid();
    const rendered = renderError(new GatewayError(keyOf(error)), requestId);
    log.info({ requestId, status: rendered.status, error: error.code }, 'not a request');
    socket.end(responseText(rendered), () => socket.destroy());
  };
  const conclude = (message: IncomingMessage, messages: Set<IncomingMessage>) => {
    messages.delete(message);
    const error = postponed.get(message.socket);
    if (error && messages.size === 0) refuse(error, message.socket);
  };
  return {
    refuse,
    follow(fastify) {
      fastify.addHook('onRequest', ({ raw }, reply, done) => {
        const messages = underWay.get(raw.socket) ?? new Set();
        underWay.set(raw.socket, messages.add(raw));
        reply.raw.once('close', () => conclude(raw, messages));
        done();
      });
      takeEveryExpectation(fastify.server);
      fastify.server.on('connect', (_request, socket) => refuse(new Error('CONNECT'), socket));
    },
  };
}

/** Whatever a client expects besides 100-continue, it gets the answer that it would get without (RFC 9110 §10.1.1). */
function takeEveryExpectation(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function keyOf({ code }: ConnectionError): ErrorKey {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headTooLarge';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'requestTooSlow' : 'requestUnreadable';
}

function responseText({ status, headers, body }: ReturnType<typeof renderError>): string {
  const content = JSON.stringify(body);
  const lines = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(content)),
    connection: 'close',
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...head, '', content].join('\r\n');
}
