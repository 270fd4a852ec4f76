import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { boundConnections, serverTimes } from '#runtime/bound-connections';
import type { Logger } from '#runtime/create-log';
import { keepFor } from '#runtime/keep-for';
import type { Stoppable } from '#runtime/run-process';
import type { Metrics } from './metrics.js';

/** Figures are cached for this long, so that frequent scrapes do not load Postgres. */
const keptMs = 5_000;
/** Enough for a monitoring system or two. */
const connectionsMax = 20;

/** Serves an unsigned `GET /metrics` on a port of its own that merchants and customers cannot reach (contract §7). */
export async function serveMetrics(
  { port, host }: { readonly port: number; readonly host: string },
  metrics: Metrics,
  log: Logger,
): Promise<Stoppable> {
  const text = keepFor(keptMs, () => metrics.render());
  const server = createServer(serverTimes, (request, response) => {
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
  boundConnections(server, { max: connectionsMax, log });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
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
export function showMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.render()),
  );
}
