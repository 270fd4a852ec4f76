import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Logger } from '#runtime/create-log';
import { refuse } from './render-error.js';

/**
 * Every body stays the bytes that were sent, whatever `Content-Type` says of it: a signature covers bytes, and what
 * the header must be is asked after it (contract §3), from the raw headers.
 */
export function keepBodiesRaw(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    // Otherwise one that is no media type at all is refused by Fastify, in its own words.
    request.headers['content-type'] = 'application/octet-stream';
    done();
  });
}

/** A request line without a version is HTTP/0.9, which proxies before us read in other ways than Node does. */
export function refuseVersionless(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor >= 1) return done();
    return refuse(request, reply.header('connection', 'close'), new GatewayError('requestUnreadable'));
  });
}

/** One line per answered request: who, what, how, how long. The route's pattern, never the URL, a header or a body. */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.requestId,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        project: request.caller?.project,
      },
      'answered',
    );
    done();
  });
}

/**
 * What the router gets to see of a request target. A path that cannot be decoded has no route, and must be refused by
 * our own rules (contract §2, §3) instead of the router's; `request.originalUrl` stays as it was sent.
 */
export function routableTarget(target: string): string {
  return decodePath(target) === undefined ? nowhere : target;
}

/** Without the query. Undefined when a percent-encoding is broken or its bytes are not UTF-8. */
export function decodePath(target: string): string | undefined {
  const [path = ''] = target.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A path that no route has. */
const nowhere = '/-';
