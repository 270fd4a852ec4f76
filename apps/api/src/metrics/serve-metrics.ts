import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { keepFor } from '#runtime/keep-for';
import type { Stoppable } from '#runtime/run-process';

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
