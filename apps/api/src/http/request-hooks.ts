import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Logger } from '#runtime/create-log';
import { traceIdOf } from '#tracing/tracing';
import { refuse } from './render-error.js';

/**
 * Keeps every body as the bytes that were sent, whatever its `Content-Type`: the signature covers bytes, and the header is
 * checked after it (contract §3), from the raw headers.
 */
export function keepBodiesRaw(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    // Otherwise Fastify itself would refuse a header that is not a media type.
    request.headers['content-type'] = 'application/octet-stream';
    done();
  });
}

/** Refuses HTTP/0.9 (a request line without a version), which proxies in front of us may parse differently than Node. */
export function refuseVersionless(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor >= 1) return done();
    return refuse(request, reply.header('connection', 'close'), new GatewayError('requestUnreadable'));
  });
}

/**
 * Logs one line per answered request, with the pattern of its route; never the URL, a header or a body. Health checks, one
 * every few seconds, are logged at `debug`.
 */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const line = {
      requestId: request.requestId,
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      project: request.caller?.project,
      traceId: traceIdOf(request.traceparent),
      ...request.answered,
    };
    if (route.startsWith('/health/')) log.debug(line, 'answered');
    else log.info(line, 'answered');
    done();
  });
}

/**
 * The request target as the router sees it. A path that cannot be decoded has no route, and is refused by our own rules
 * (contract §2, §3), not by the router's; `request.originalUrl` stays as it was sent.
 */
export function routableTarget(target: string): string {
  return decodePath(target) === undefined ? nowhere : target;
}

/** The decoded path without the query. Undefined if its percent-encoding is broken or not UTF-8. */
export function decodePath(target: string): string | undefined {
  const [path = ''] = target.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A path without a route. */
const nowhere = '/-';
