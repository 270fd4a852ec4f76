import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { readAcceptedHosts } from '#runtime/accepted-hosts';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import { AuditController } from './audit/audit.controller.js';
import { ConfigurationController } from './configuration/configuration.controller.js';
import { FinanceController } from './finance/finance.controller.js';
import { HomeController } from './home/home.controller.js';
import { FailureFilter, sendFailure } from './http/failure-filter.js';
import { PublicController } from './http/public.controller.js';
import { ListsController } from './pages/lists.controller.js';
import { ResourcesModule, type Resources } from './resources/resources.module.js';
import { TransactionController } from './transactions/transaction.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';

/** No script, nothing of another origin, no frame, and nothing that is kept. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every answer. */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** Far more than a company has staff. */
const connectionsMax = 200;

@Module({
  controllers: [
    PublicController,
    HomeController,
    TransactionsController,
    TransactionController,
    FinanceController,
    AuditController,
    ConfigurationController,
    ListsController,
  ],
  providers: [{ provide: APP_FILTER, useClass: FailureFilter }],
})
class StaffModule {
  static with(resources: Resources): DynamicModule {
    return { module: StaffModule, imports: [ResourcesModule.of(resources)] };
  }
}

/** Builds the HTTP side: pages that are read, and nothing that takes a body. */
export async function buildStaff(resources: Resources): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    ...connectionTimes,
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
      sendFailure(reply.headers(pageHeaders), 404),
  });
  const fastify = adapter.getInstance();
  boundConnections(fastify.server, { max: connectionsMax, isTrusted: () => true, log: resources.log });
  fastify.removeAllContentTypeParsers();
  const isAccepted = readAcceptedHosts(resources.hosts);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(pageHeaders);
    // Health checks may use any host name: they show no transaction.
    if (isAccepted(request.raw.headers.host) || request.raw.url?.startsWith('/health/')) return done();
    return sendFailure(reply, 421);
  });
  return NestFactory.create<NestFastifyApplication>(StaffModule.with(resources), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
}
