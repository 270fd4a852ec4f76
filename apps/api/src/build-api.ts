import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { KeyUses } from '#persistence/keys/note-key-uses';
import { followRequests } from '#metrics/follow-process';
import { showMetrics } from '#metrics/serve-metrics';
import { boundConnections, connectionTimes } from '#runtime/bound-connections';
import { readTrustedProxies } from '#runtime/trusted-proxies';
import { ApiModule } from './api.module.js';
import { serveDocs, takeDateOfPage } from './docs/serve-docs.js';
import { authenticateRequests, type KeyIndex } from './http/authenticate.js';
import { collectRoutes, ErrorFilter } from './http/error-filter.js';
import { LosslessJsonInterceptor } from './http/lossless-json.interceptor.js';
import { limitRequests } from './http/rate-limit.js';
import { refuseBrokenRequests } from './http/refuse-broken-requests.js';
import { keepBodiesRaw, logRequests, refuseVersionless, routableTarget } from './http/request-hooks.js';
import { traceRequests } from './http/trace-requests.js';
import type { Resources } from './resources/resources.module.js';

/** Contract §3: a larger body is 413, before anything else. */
const bodyBytesMax = 64 * 1024;
/** Longer than any request line that Node accepts, so that a reference that is too long gets our own answer. */
const parameterLengthMax = 64 * 1024;

/** What a request passes before any use case: authentication and rate limits. */
export type Door = {
  readonly keys: KeyIndex;
  readonly keyUses: KeyUses;
  /** Maximum number of open connections. */
  readonly connectionsMax: number;
  /** Proxies that everybody may come through, whose X-Forwarded-For is believed: addresses and ranges, or `none`. */
  readonly trustedProxies: string;
  /** A refusal shows the text that a wrong signature was checked against, `/docs` signs, and the API serves its metrics. */
  readonly isDevelopment: boolean;
};

/** Builds the HTTP side of the api. Bodies stay raw bytes; only a handler with `@JsonBody()` parses its body. */
export async function buildApi(resources: Resources, door: Door): Promise<NestFastifyApplication> {
  const { log, metrics, tracing } = resources;
  const broken = refuseBrokenRequests(log);
  const adapter = new FastifyAdapter({
    bodyLimit: bodyBytesMax,
    rewriteUrl: ({ url = '' }) => routableTarget(url),
    routerOptions: { maxParamLength: parameterLengthMax },
    // Keep serving during shutdown: Fastify's own 503 would not use our error body.
    return503OnClosing: false,
    ...connectionTimes,
    trustProxy: door.trustedProxies === 'none' ? false : door.trustedProxies,
    // A request without Host is refused by the signature check, like one without any other signed header.
    http: { ...connectionTimes.http, requireHostHeader: false },
    clientErrorHandler: (error, socket) => broken.refuse(error, socket),
  });
  const fastify = adapter.getInstance();
  const routes = collectRoutes(fastify);
  const isTrusted = readTrustedProxies(door.trustedProxies);
  boundConnections(fastify.server, { max: door.connectionsMax, isTrusted, log });
  broken.follow(fastify);
  keepBodiesRaw(fastify);
  if (door.isDevelopment) takeDateOfPage(fastify);
  authenticateRequests(fastify, { ...resources, ...door });
  refuseVersionless(fastify);
  limitRequests(fastify, resources);
  traceRequests(fastify, tracing);
  logRequests(fastify, log);
  followRequests(fastify, metrics);
  if (door.isDevelopment) showMetrics(fastify, metrics);
  const api = await NestFactory.create<NestFastifyApplication>(ApiModule.with(resources), adapter, {
    bodyParser: false,
    logger: ['error', 'fatal'],
  });
  api.useGlobalInterceptors(new LosslessJsonInterceptor());
  api.useGlobalFilters(new ErrorFilter(routes, log));
  serveDocs(fastify, door.isDevelopment);
  return api;
}
