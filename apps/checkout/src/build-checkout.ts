import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { CheckoutContext } from './checkout-context.js';
import { CheckoutModule } from './checkout.module.js';
import { FailureFilter } from './http/failure-filter.js';
import { pageHeaders } from './http/page-headers.js';

/** Far more than any of our forms holds. */
const bodyBytesMax = 16 * 1024;

/** Builds the HTTP side of the checkout. It takes posted forms only, and gives every answer the headers of a page. */
export async function buildCheckout(context: CheckoutContext): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({ bodyLimit: bodyBytesMax });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(pageHeaders);
    done();
  });
  const checkout = await NestFactory.create<NestFastifyApplication>(CheckoutModule.with(context), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
  checkout.useGlobalFilters(new FailureFilter(context.log));
  return checkout;
}
