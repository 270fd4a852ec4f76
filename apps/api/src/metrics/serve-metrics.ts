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
import type { CurrentConfiguration } from '../resources/resources.js';
import type { CircuitState, RequestMetrics } from './request-metrics.js';

/** Figures are as old as this at most: whoever asks more often gets the same ones, and Postgres is not asked for them. */
const keptMs = 5_000;
/** A monitoring system or two. */
const connectionsMax = 20;

/** `GET /metrics` for a monitoring system, unsigned, on a port of its own that merchants do not reach (contract §7). */
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

/** In development the figures are beside everything else as well (contract §7); in production merchants reach that port. */
export function showMetrics(fastify: FastifyInstance, render: () => Promise<string>): void {
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(await render()),
  );
}

/** What the figures are made of. */
export type Measured = {
  readonly metrics: RequestMetrics;
  readonly database: Database;
  readonly configuration: CurrentConfiguration;
  readonly circuits: WatchedCircuits;
};

/** The figures as they are now. What is out of reach is left out, the rest is told. */
export async function renderMetrics({
  metrics,
  database,
  configuration,
  circuits,
}: Measured): Promise<string> {
  const work = await countOpenWork(database).catch(() => undefined);
  return metrics.render(work, listCircuits(configuration.current(), circuits.openMids()));
}

/** Every MID of the configuration that has a circuit. */
export function listCircuits(
  { mids, providers }: Pick<Configuration, 'mids' | 'providers'>,
  openMids: OpenMids,
): readonly CircuitState[] {
  return Object.entries(mids)
    .filter(([, { provider }]) => providers[provider]?.circuit !== undefined)
    .map(([mid, { provider }]) => ({ mid, provider, isOpen: openMids.has(mid) }));
}
