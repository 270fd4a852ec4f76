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

/** Running workers follow a new version of the configuration within this time. */
const followEveryMs = 1_000;
const pollsAtOnce = 2;
const submitsAtOnceMax = 100;

type Served = { readonly perSecond: number | undefined; readonly worker: Stoppable };

/**
 * Serves a queue for each MID that is sent only so many transactions in a second: Temporal hands out its submits at that
 * rate, to all worker processes together. A MID whose limit was taken away is served without one for as long as there
 * are configurations that had it, because what was put into its queue must come out.
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
      // The new one polls before the old one drains: nothing waits for a worker.
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

/** On a connection of its own: two workers of one queue, the new and the old one, may not share one. */
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
