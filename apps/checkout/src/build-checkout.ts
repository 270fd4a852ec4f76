import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { followRequests } from '#metrics/follow-process';
import type { Metrics } from '#metrics/metrics';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import { readTrustedProxies } from '#runtime/trusted-proxies';
import { CheckoutModule } from './checkout.module.js';
import { sendFailure } from './http/failure-filter.js';
import { pageHeaders } from './http/page-headers.js';
import type { Resources } from './resources/resources.module.js';

/** Far larger than any form of the page. */
const bodyBytesMax = 16 * 1024;

export type ServerOptions = {
  readonly metrics: Metrics;
  /** Maximum number of open connections. */
  readonly connectionsMax: number;
  /** Proxies whose X-Forwarded-For is trusted: comma-separated addresses and ranges, or `none`. */
  readonly trustedProxies: string;
};

/**
 * Builds the HTTP side of the checkout. It accepts posted forms only. Every answer gets the headers of a page, by hooks,
 * which run before Nest's own 404 and before a body is refused.
 */
export async function buildCheckout(
  resources: Resources,
  { metrics, connectionsMax, trustedProxies }: ServerOptions,
): Promise<NestFastifyApplication> {
  const headers = pageHeaders(resources);
  const adapter = new FastifyAdapter({
    ...connectionTimes,
    bodyLimit: bodyBytesMax,
    // A URL that cannot be decoded reaches no hook and no route; for the customer it is a broken link.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendFailure(request, reply.headers(headers), 404),
    trustProxy: trustedProxies === 'none' ? false : trustedProxies,
  });
  const fastify = adapter.getInstance();
  const isTrusted = readTrustedProxies(trustedProxies);
  boundConnections(fastify.server, { max: connectionsMax, isTrusted, log: resources.log });
  followRequests(fastify, metrics);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    if (request.raw.httpVersionMajor >= 1) return done();
    // HTTP/0.9, which proxies in front of us may parse differently than Node.
    return sendFailure(request, reply.header('connection', 'close'), 400);
  });
  return NestFactory.create<NestFastifyApplication>(CheckoutModule.with(resources), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
}
