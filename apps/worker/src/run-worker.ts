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
