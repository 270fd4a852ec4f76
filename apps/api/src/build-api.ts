import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import type { ApiContext } from './api-context.js';
import { ApiModule } from './api.module.js';
import { openApiDocument } from './docs/openapi-document.js';
import { authenticateRequests } from './http/authenticate.js';
import { ErrorFilter } from './http/error-filter.js';
import { keepBodiesRaw } from './http/keep-bodies-raw.js';
import { LosslessJsonInterceptor } from './http/lossless-json.interceptor.js';
import { limitRequests } from './http/limit-requests.js';
import { logRequests } from './http/log-requests.js';
import { refuseBrokenRequests } from './http/refuse-broken-requests.js';
import { refuseVersionless } from './http/refuse-versionless.js';
import { routableTarget } from './http/routable-target.js';
import { collectRoutes } from './http/route-table.js';
import { showMetrics } from './metrics/show-metrics.js';

/** Contract §3: a larger body is 413, before anything else. */
const bodyBytesMax = 64 * 1024;
/** Longer than any request line that Node takes: what is too long for a reference is ours to say. */
const parameterLengthMax = 64 * 1024;

/** Builds the HTTP side of the api. Bodies stay raw bytes: only an endpoint that takes JSON parses it. */
export async function buildApi(context: ApiContext): Promise<NestFastifyApplication> {
  const broken = refuseBrokenRequests(context.log);
  const adapter = new FastifyAdapter({
    bodyLimit: bodyBytesMax,
    rewriteUrl: ({ url = '' }) => routableTarget(url),
    routerOptions: { maxParamLength: parameterLengthMax },
    // Whoever still gets through while this process drains is served: a refusal of Fastify's own has no body of ours.
    return503OnClosing: false,
    ...connectionTimes,
    // A request without Host is refused like one without any other signed header.
    http: { ...connectionTimes.http, requireHostHeader: false },
    clientErrorHandler: (error, socket) => broken.refuse(error, socket),
  });
  const fastify = adapter.getInstance();
  const routes = collectRoutes(fastify);
  boundConnections(fastify.server, context.connectionsMax, context.log);
  broken.follow(fastify);
  keepBodiesRaw(fastify);
  authenticateRequests(fastify, context);
  refuseVersionless(fastify);
  limitRequests(fastify, context);
  logRequests(fastify, context.log);
  context.metrics.follow(fastify);
  if (context.isDevelopment) showMetrics(fastify, context);
  const api = await NestFactory.create<NestFastifyApplication>(ApiModule.with(context), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
  api.useGlobalInterceptors(new LosslessJsonInterceptor());
  api.useGlobalFilters(new ErrorFilter(routes, context.log));
  SwaggerModule.setup('docs', api, openApiDocument(), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Payments and Payouts Gateway',
    // A browser has no key to sign with, so there is nothing to try out.
    swaggerOptions: { supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
  });
  return api;
}
