import type { FastifyInstance } from 'fastify';
import type { Logger } from '#runtime/create-log';

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
