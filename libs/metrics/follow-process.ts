import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';
import type { Application } from './family.js';

const millisecondsPerSecond = 1_000;

/** Metrics that every process has. */
export function followProcess(
  metrics: Metrics,
  application: Application,
  process: {
    /** The release, from `GATEWAY_BUILD`. */
    readonly build: string;
    readonly configuration: { readonly version: () => number };
    /** Client certificate for Temporal, PEM. */
    readonly certificate: Uint8Array | undefined;
    readonly connections: () => Readonly<Record<'busy' | 'idle' | 'waiting', number>>;
  },
): void {
  const node = globalThis.process.version;
  metrics.show('gateway_build_info', [{ labels: { application, build: process.build, node }, value: 1 }]);
  const endsAt = process.certificate && Date.parse(new X509Certificate(process.certificate).validTo);
  metrics.beforeRendering(() => {
    const left = endsAt === undefined ? [] : [(endsAt - Date.now()) / millisecondsPerSecond];
    metrics.show(
      'gateway_certificate_left_seconds',
      left.map((value) => ({ labels: {}, value })),
    );
    const { busy, idle, waiting } = process.connections();
    metrics.show('gateway_configuration_version', [{ labels: {}, value: process.configuration.version() }]);
    metrics.show('gateway_database_connections', [
      { labels: { state: 'busy' }, value: busy },
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'waiting' }, value: waiting },
    ]);
  });
}

/** Counts every answered request by method, route and status: the route's pattern, never the URL. */
export function followRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.count('gateway_http_requests_total', labels);
    metrics.observe(
      'gateway_http_request_duration_seconds',
      labels,
      reply.elapsedTime / millisecondsPerSecond,
    );
    done();
  });
}
