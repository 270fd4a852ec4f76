import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { refuse } from './authenticate.js';

/** A request line without a version is HTTP/0.9, which proxies before us read in other ways than Node does. */
export function refuseVersionless(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor >= 1) return done();
    return refuse(request, reply.header('connection', 'close'), new GatewayError('requestUnreadable'));
  });
}
