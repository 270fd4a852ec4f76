import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '#domain/configuration';
import type { OpenMids } from '#domain/routing/circuits';
import type { WatchedCircuits } from '#persistence/circuits/watch-circuits';
import type { Database } from '#persistence/database';
import { countOpenWork } from '#persistence/transactions/count-open-work';
import { keepFor } from '#runtime/keep-for';
import type { Stoppable } from '#runtime/run-process';
import type { CurrentConfiguration } from '../resources/resources.module.js';
import type { CircuitState, RequestMetrics } from './request-metrics.js';

/** Metrics are cached for this long, so that frequent scrapes do not load Postgres. */
const keptMs = 5_000;
/** Enough for a monitoring system or two. */
const connectionsMax = 20;

/** Serves an unsigned `GET /metrics` on a port of its own that merchants cannot reach (contract §7). */
export async function serveMetrics(port: number, render: () => Promise<string>): Promise<Stoppable> {
  const text = keepFor(keptMs, render);
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (figures) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(figures),
      () => response.writeHead(503).end(),
    );
  });
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, resolve);
  });
  return {
    name: 'metrics',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves the metrics beside the API too; only in development, because merchants reach that port (contract §7). */
export function showMetrics(fastify: FastifyInstance, render: () => Promise<string>): void {
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(await render()),
  );
}

/** The sources of the metrics. */
export type Measured = {
  readonly metrics: RequestMetrics;
  readonly database: Database;
  readonly configuration: CurrentConfiguration;
  readonly circuits: WatchedCircuits;
};

/** The current metrics; without those from Postgres while it is unreachable. */
export async function renderMetrics({
  metrics,
  database,
  configuration,
  circuits,
}: Measured): Promise<string> {
  const work = await countOpenWork(database).catch(() => undefined);
  return metrics.render(work, listCircuits(configuration.current(), circuits.openMids()));
}

/** The state of every MID that has a circuit. */
export function listCircuits(
  { mids, providers }: Pick<Configuration, 'mids' | 'providers'>,
  openMids: OpenMids,
): readonly CircuitState[] {
  return Object.entries(mids)
    .filter(([, { provider }]) => providers[provider]?.circuit !== undefined)
    .map(([mid, { provider }]) => ({ mid, provider, isOpen: openMids.has(mid) }));
}
