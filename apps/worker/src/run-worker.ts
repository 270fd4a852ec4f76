import { createServer } from 'node:http';
import type { Worker } from '@temporalio/worker';
import { boundConnections, serverTimes } from '#runtime/bound-connections';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import type { WatchedBacklog } from './watch-backlog.js';

/** Runs a worker until it is stopped, and then lets it drain. A worker that fails ends the process. */
export function runWorker(log: Logger, name: string, worker: Worker): Stoppable {
  const done = worker.run().catch((error: unknown) => {
    log.fatal({ worker: name, error: error instanceof Error ? error.message : 'unknown' }, 'worker failed');
    process.exit(1);
  });
  return {
    name,
    async stop() {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await done;
    },
  };
}

/** Enough for health checks. */
const connectionsMax = 50;

/**
 * Serves `/health/live`, and `/health/ready` while all these workers poll their queues. A worker with a backlog is ready and
 * reports it: a restart, or a release that waits for it, would only increase the backlog.
 */
export async function serveHealth(
  { port, host }: { readonly port: number; readonly host: string },
  workers: readonly Worker[],
  backlog: Pick<WatchedBacklog, 'current' | 'isBehind'>,
  log: Logger,
): Promise<Stoppable> {
  const ready = () => {
    if (workers.some((worker) => worker.getState() !== 'RUNNING')) return { status: 'unavailable' };
    return { status: backlog.isBehind() ? 'behind' : 'ok', backlog: backlog.current() };
  };
  const pages: Readonly<Record<string, () => { readonly status: string }>> = {
    '/health/live': () => ({ status: 'ok' }),
    '/health/ready': ready,
  };
  const server = createServer(serverTimes, (request, response) => {
    const said = pages[request.url ?? '']?.();
    const status = said === undefined ? 404 : said.status === 'unavailable' ? 503 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said ?? { status: 'unknown' }));
  });
  boundConnections(server, { max: connectionsMax, log });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    name: 'health',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
