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
  /** For bytes that Node's parser rejects: Fastify's `clientErrorHandler`. */
  refuse(error: ConnectionError, socket: Duplex): void;
  /** Tracks the requests that are under way on each connection; call it before any route is added. */
  follow(fastify: FastifyInstance): void;
};

/**
 * Gives the error body of contract §3 also to what never becomes a Fastify request: bytes that are not HTTP, a head that is
 * too large or never complete, CONNECT. Closes the connection afterwards.
 */
export function refuseBrokenRequests(log: Logger): BrokenRequests {
  const underWay = new WeakMap<Duplex, Set<IncomingMessage>>();
  const postponed = new WeakMap<Duplex, ConnectionError>();
  const refuse = (error: ConnectionError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Sent now, it would be read as the answer to an earlier request on this connection, which may have been registered.
    if ([...(underWay.get(socket) ?? [])].some(({ complete }) => complete)) {
      postponed.set(socket, error);
      return;
    }
    const requestId = uuid();
    const rendered = renderError(new GatewayError(keyOf(error)), requestId);
    log.info({ requestId, status: rendered.status, error: error.code }, 'unreadable request refused');
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

/** Ignores every `Expect` header but 100-continue (RFC 9110 §10.1.1). */
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
