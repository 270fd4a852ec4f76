import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import { ApiModule } from './api.module.js';
import { openApiDocument } from './docs/openapi-document.js';
import { authenticateRequests, type KeyIndex } from './http/authenticate.js';
import { collectRoutes, ErrorFilter } from './http/error-filter.js';
import { LosslessJsonInterceptor } from './http/lossless-json.interceptor.js';
import { limitRequests } from './http/rate-limit.js';
import { refuseBrokenRequests } from './http/refuse-broken-requests.js';
import { keepBodiesRaw, logRequests, refuseVersionless, routableTarget } from './http/request-hooks.js';
import type { RequestMetrics } from './metrics/request-metrics.js';
import { renderMetrics, showMetrics } from './metrics/serve-metrics.js';
import type { Resources } from './resources/resources.module.js';

/** Contract §3: a larger body is 413, before anything else. */
const bodyBytesMax = 64 * 1024;
/** Longer than any request line that Node takes: what is too long for a reference is ours to say. */
const parameterLengthMax = 64 * 1024;

/** What stands before the first use case: who may call, how often, and how it is measured. */
export type Door = {
  readonly keys: KeyIndex;
  readonly keyUses: KeyUses;
  readonly metrics: RequestMetrics;
  /** Connections that are held at a time. */
  readonly connectionsMax: number;
  /** A wrong signature is answered with the text that it should be of, and the figures are beside the API. */
  readonly isDevelopment: boolean;
};

/** Builds the HTTP side of the api. Bodies stay raw bytes: only an endpoint that takes JSON parses it. */
export async function buildApi(resources: Resources, door: Door): Promise<NestFastifyApplication> {
  const { log } = resources;
  const { metrics } = door;
  const broken = refuseBrokenRequests(log);
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
  boundConnections(fastify.server, door.connectionsMax, log);
  broken.follow(fastify);
  keepBodiesRaw(fastify);
  authenticateRequests(fastify, { ...resources, ...door });
  refuseVersionless(fastify);
  limitRequests(fastify, resources);
  logRequests(fastify, log);
  metrics.follow(fastify);
  if (door.isDevelopment) showMetrics(fastify, () => renderMetrics({ ...resources, metrics }));
  const api = await NestFactory.create<NestFastifyApplication>(ApiModule.with(resources), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
  api.useGlobalInterceptors(new LosslessJsonInterceptor());
  api.useGlobalFilters(new ErrorFilter(routes, log));
  SwaggerModule.setup('docs', api, openApiDocument(), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Payments and Payouts Gateway',
    // A browser has no key to sign with, so there is nothing to try out.
    swaggerOptions: { supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
  });
  return api;
}
