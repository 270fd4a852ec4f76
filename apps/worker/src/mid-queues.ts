import {
  NativeConnection,
  Worker,
  type NativeConnectionOptions,
  type WorkerOptions,
} from '@temporalio/worker';
import { midQueue } from '#contracts/task-queues';
import type { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { findLimitedMids } from '#persistence/configuration/configurations';
import type { Stoppable } from '#runtime/run-process';
import type { ActivityDependencies } from './activities/activity-dependencies.js';
import type { OutboundCalls } from './activities/outbound-calls.js';
import { createSubmitTransaction } from './activities/submit-transaction.js';
import { repeat } from '#runtime/repeat';
import { runWorker } from './run-worker.js';

export type MidQueueOptions = {
  readonly connectionOptions: NativeConnectionOptions;
  readonly namespace: string;
  readonly shutdownGraceTime: string;
  readonly workerDeploymentOptions?: WorkerOptions['workerDeploymentOptions'];
  readonly dependencies: ActivityDependencies;
  readonly configuration: WatchedConfiguration;
  readonly outbound: OutboundCalls;
};

/** Running workers apply a new version of the configuration within this time. */
const followEveryMs = 1_000;
const pollsAtOnce = 2;
const submitsAtOnceMax = 100;

type Served = { readonly perSecond: number | undefined; readonly worker: Stoppable };

/**
 * Serves a queue for each MID with a rate limit: Temporal dispatches its submits at that rate over all worker processes. A MID
 * whose limit was removed is served without a limit while stored configurations have one, because its queue may not be empty.
 */
export async function serveMidQueues(options: MidQueueOptions): Promise<Stoppable> {
  const { configuration, dependencies } = options;
  const served = new Map<string, Served>();
  const draining: Promise<void>[] = [];
  let followed = 0;

  const follow = async () => {
    const version = configuration.version();
    if (version === followed) return;
    for (const mid of await findLimitedMids(dependencies.database)) {
      const perSecond = configuration.current().mids[mid]?.requestsPerSecondMax;
      const before = served.get(mid);
      if (before && before.perSecond === perSecond) continue;
      // The new worker polls before the old one drains, so that the queue is always served.
      served.set(mid, { perSecond, worker: await serve(options, mid, perSecond) });
      if (before) draining.push(before.worker.stop().catch(() => undefined));
    }
    followed = version;
  };

  await follow();
  const following = repeat('queues of MIDs', { everyMs: followEveryMs, log: dependencies.log, run: follow });
  return {
    name: 'queues of MIDs',
    async stop() {
      await following.stop();
      await Promise.all([...draining, ...[...served.values()].map(({ worker }) => worker.stop())]);
    },
  };
}

/** Serves one queue on its own connection: the new and the old worker of a queue must not share one. */
async function serve(
  { connectionOptions, dependencies, outbound, configuration: _configuration, ...common }: MidQueueOptions,
  mid: string,
  perSecond: number | undefined,
): Promise<Stoppable> {
  const connection = await NativeConnection.connect(connectionOptions);
  const submitTransaction = createSubmitTransaction(dependencies, outbound);
  const worker = await Worker.create({
    ...common,
    connection,
    taskQueue: midQueue(mid),
    activities: { submitTransaction },
    maxConcurrentActivityTaskExecutions: submitsAtOnceMax,
    maxConcurrentActivityTaskPolls: pollsAtOnce,
    ...(perSecond !== undefined && { maxTaskQueueActivitiesPerSecond: perSecond }),
  });
  const running = runWorker(dependencies.log, midQueue(mid), worker);
  return {
    name: running.name,
    async stop() {
      await running.stop();
      await connection.close();
    },
  };
}
