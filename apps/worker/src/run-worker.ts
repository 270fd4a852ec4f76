import { createServer } from 'node:http';
import type { Worker } from '@temporalio/worker';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';

/** Runs a worker until it is stopped, and then lets it drain. One that fails by itself ends the process. */
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

/** Serves `/health/live`, and `/health/ready` while all these workers poll their queues. */
export async function serveHealth(port: number, workers: readonly Worker[]): Promise<Stoppable> {
  const server = createServer((request, response) => {
    const isLive = request.url === '/health/live';
    const isKnown = isLive || request.url === '/health/ready';
    const isFine = isLive || workers.every((worker) => worker.getState() === 'RUNNING');
    const status = isKnown ? (isFine ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, resolve);
  });
  return {
    name: 'health',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
