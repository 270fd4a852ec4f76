import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import { CheckoutModule } from './checkout.module.js';
import { sendFailure } from './http/failure-filter.js';
import { pageHeaders } from './http/page-headers.js';
import type { Services } from './services.module.js';

/** Far more than any of our forms holds. */
const bodyBytesMax = 16 * 1024;

export type ServerLimits = {
  /** Connections that are held at a time. */
  readonly connectionsMax: number;
  /** Whose word on a browser's address counts: addresses and ranges with commas between, or `none`. */
  readonly trustedProxies: string;
};

/**
 * Builds the HTTP side of the checkout. It takes posted forms only, and gives every answer the headers of a page: by
 * hooks, because they come before Nest's own 404 and before a body that is refused.
 */
export async function buildCheckout(
  services: Services,
  { connectionsMax, trustedProxies }: ServerLimits,
): Promise<NestFastifyApplication> {
  const headers = pageHeaders(services);
  const adapter = new FastifyAdapter({
    ...connectionTimes,
    bodyLimit: bodyBytesMax,
    // A URL that cannot even be read reaches no hook and no route, and is a broken link all the same.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendFailure(request, reply.headers(headers), 404),
    trustProxy: trustedProxies === 'none' ? false : trustedProxies,
  });
  const fastify = adapter.getInstance();
  boundConnections(fastify.server, connectionsMax, services.log);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    if (request.raw.httpVersionMajor >= 1) return done();
    // HTTP/0.9, which proxies before us read in other ways than Node does.
    return sendFailure(request, reply.header('connection', 'close'), 400);
  });
  return NestFactory.create<NestFastifyApplication>(CheckoutModule.with(services), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
}
