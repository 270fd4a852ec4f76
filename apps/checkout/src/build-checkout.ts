import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import type { CheckoutContext } from './checkout-context.js';
import { CheckoutModule } from './checkout.module.js';
import { failurePage } from './html/failure-page.js';
import { FailureFilter } from './http/failure-filter.js';
import { pageHeaders } from './http/page-headers.js';
import { sendPage } from './http/send-page.js';
import { chooseLanguage } from './languages/choose-language.js';
import { languages } from './languages/languages.js';

/** Far more than any of our forms holds. */
const bodyBytesMax = 16 * 1024;

/**
 * Builds the HTTP side of the checkout. It takes posted forms only, and gives every answer the headers of a page.
 * `trustedProxies`: whose word on a browser's address counts, addresses and ranges with commas between, or `none`.
 */
export async function buildCheckout(
  context: CheckoutContext,
  trustedProxies = 'none',
): Promise<NestFastifyApplication> {
  const headers = pageHeaders(context);
  const adapter = new FastifyAdapter({
    ...connectionTimes,
    bodyLimit: bodyBytesMax,
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendUnknownLink(request, reply.headers(headers)),
    trustProxy: trustedProxies === 'none' ? false : trustedProxies,
  });
  const fastify = adapter.getInstance();
  boundConnections(fastify.server, context.connectionsMax, context.log);
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
    const language = chooseLanguage(undefined, request.headers['accept-language']);
    return sendPage(reply.header('connection', 'close'), failurePage(languages[language], 'refused'), 400);
  });
  const checkout = await NestFactory.create<NestFastifyApplication>(CheckoutModule.with(context), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
  checkout.useGlobalFilters(new FailureFilter(context.log));
  return checkout;
}

/** A URL that cannot even be read reaches no hook and no route, and is a broken link all the same. */
function sendUnknownLink(request: FastifyRequest, reply: FastifyReply): void {
  const language = chooseLanguage(undefined, request.headers['accept-language']);
  sendPage(reply, failurePage(languages[language], 'unknownLink'), 404);
}
