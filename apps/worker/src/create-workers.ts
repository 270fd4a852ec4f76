import { Worker, type NativeConnection } from '@temporalio/worker';
import { deliveriesQueue, lookUpsQueue, transactionsQueue } from '#contracts/task-queues';
import {
  createDeliveryActivities,
  type DeliveryDependencies,
} from './activities/create-delivery-activities.js';
import { createLookUpActivities } from './activities/create-look-up-activities.js';
import { createTransactionActivities } from './activities/create-transaction-activities.js';
import type { SubmitGate } from './activities/submit-gate.js';
import { workflowBundlePath } from './workflow-bundle-path.js';

/** A slot is a call that waits, which costs next to nothing: eight MIDs may hang with all their submits. */
const submitsAtOnceMax = 800;
/** Ten MIDs may hang with all their look-ups. */
const lookUpsAtOnceMax = 400;
/** Twenty merchants may hang with all their deliveries. */
const deliveriesAtOnceMax = 640;
const flowTasksAtOnceMax = 100;
const cachedFlowsMax = 1_000;
const flowTaskPolls = 20;
/** New flows wait at other polls than those that run already, and by default get one in five. */
const newFlowsPollRatio = 0.5;

/** A flow that a frozen worker holds in its cache is handed to another one after so long. */
const stickyQueueScheduleToStartTimeout = '3 seconds';

export type WorkerOptions = {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly shutdownGraceTime: string;
  readonly dependencies: DeliveryDependencies;
  readonly submitGate: SubmitGate;
};

/** A worker for each queue, with slots of its own: none of them waits for what another one waits for. */
export async function createWorkers({
  dependencies,
  submitGate,
  ...common
}: WorkerOptions): Promise<ReadonlyMap<string, Worker>> {
  const transactions = await Worker.create({
    ...common,
    taskQueue: transactionsQueue,
    workflowBundle: { codePath: workflowBundlePath },
    activities: createTransactionActivities(dependencies, submitGate),
    maxConcurrentActivityTaskExecutions: submitsAtOnceMax,
    maxConcurrentWorkflowTaskExecutions: flowTasksAtOnceMax,
    maxCachedWorkflows: cachedFlowsMax,
    maxConcurrentWorkflowTaskPolls: flowTaskPolls,
    nonStickyToStickyPollRatio: newFlowsPollRatio,
    stickyQueueScheduleToStartTimeout,
  });
  const lookUps = await Worker.create({
    ...common,
    taskQueue: lookUpsQueue,
    activities: createLookUpActivities(dependencies),
    maxConcurrentActivityTaskExecutions: lookUpsAtOnceMax,
  });
  const deliveries = await Worker.create({
    ...common,
    taskQueue: deliveriesQueue,
    activities: createDeliveryActivities(dependencies),
    maxConcurrentActivityTaskExecutions: deliveriesAtOnceMax,
  });
  return new Map([
    [transactionsQueue, transactions],
    [lookUpsQueue, lookUps],
    [deliveriesQueue, deliveries],
  ]);
}
