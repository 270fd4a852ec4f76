import { createRequire } from 'node:module';
import { Worker, type NativeConnection, type WorkerOptions as SdkOptions } from '@temporalio/worker';
import { deliveriesQueue, lookUpsQueue, transactionsQueue } from '#contracts/task-queues';
import { createDeliveryActivities } from './activities/create-delivery-activities.js';
import type { DeliveryDependencies } from './activities/attempt-delivery.js';
import { createLookUpActivities } from './activities/create-look-up-activities.js';
import { createTransactionActivities } from './activities/create-transaction-activities.js';
import type { OutboundCalls } from './activities/outbound-calls.js';

const { resolve } = createRequire(import.meta.url);

/** A slot costs next to nothing, because it only waits: eight MIDs may hang with all their submits. */
const submitsAtOnceMax = 800;
/** Ten MIDs may hang with all their look-ups. */
const lookUpsAtOnceMax = 400;
/** Twenty merchants may hang with all their deliveries. */
const deliveriesAtOnceMax = 640;
/** A task takes up to a second while a provider or a merchant is called from within it. */
const workflowTasksAtOnceMax = 200;
const cachedWorkflowsMax = 1_000;
const workflowTaskPolls = 20;
/** Share of polls for new workflows; the default is a fifth. */
const newWorkflowsPollRatio = 0.5;

/**
 * An option that is missing in the SDK's types; the default is 5 s. A step that takes longer, on a machine that was suspended
 * or after thousands of signals, is aborted, which ends the whole process.
 */
const stepLimit: object = { isolateExecutionTimeout: '1 minute' };

/** After this time a workflow in the cache of a frozen worker moves to another worker. */
const stickyQueueScheduleToStartTimeout = '3 seconds';

export type WorkerOptions = {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly shutdownGraceTime: string;
  readonly workerDeploymentOptions?: SdkOptions['workerDeploymentOptions'];
  readonly dependencies: DeliveryDependencies;
  readonly outbound: OutboundCalls;
};

/** One worker per queue, with its own slots, so that a full queue delays no other one. */
export async function createWorkers({
  dependencies,
  outbound,
  ...common
}: WorkerOptions): Promise<ReadonlyMap<string, Worker>> {
  const transactions = await Worker.create({
    ...common,
    taskQueue: transactionsQueue,
    workflowBundle: { codePath: resolve('#workflows') },
    activities: createTransactionActivities(dependencies, outbound),
    maxConcurrentActivityTaskExecutions: submitsAtOnceMax,
    maxConcurrentLocalActivityExecutions: workflowTasksAtOnceMax,
    maxConcurrentWorkflowTaskExecutions: workflowTasksAtOnceMax,
    maxCachedWorkflows: cachedWorkflowsMax,
    maxConcurrentWorkflowTaskPolls: workflowTaskPolls,
    nonStickyToStickyPollRatio: newWorkflowsPollRatio,
    stickyQueueScheduleToStartTimeout,
    ...stepLimit,
  });
  const lookUps = await Worker.create({
    ...common,
    taskQueue: lookUpsQueue,
    activities: createLookUpActivities(dependencies, outbound.bulkheads.lookUp),
    maxConcurrentActivityTaskExecutions: lookUpsAtOnceMax,
  });
  const deliveries = await Worker.create({
    ...common,
    taskQueue: deliveriesQueue,
    activities: createDeliveryActivities(dependencies, outbound.channel),
    maxConcurrentActivityTaskExecutions: deliveriesAtOnceMax,
  });
  return new Map([
    [transactionsQueue, transactions],
    [lookUpsQueue, lookUps],
    [deliveriesQueue, deliveries],
  ]);
}
