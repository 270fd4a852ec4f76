import type { FastifyInstance } from 'fastify';

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
