import { fileURLToPath } from 'node:url';
import { NativeConnection, Runtime, DefaultLogger, Worker } from '@temporalio/worker';
import { bareQueue } from './bare-contract.js';

const noOp = () => Promise.resolve();
const activities = { first: noOp, second: noOp, third: noOp };

/** The same limits as the gateway's own worker has, so that only what it does differs. */
const limits = {
  maxConcurrentActivityTaskExecutions: 200,
  maxConcurrentWorkflowTaskExecutions: 100,
  maxCachedWorkflows: 1_000,
  maxConcurrentWorkflowTaskPolls: 20,
  nonStickyToStickyPollRatio: 0.5,
};

export type BareActivities = typeof activities;

Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('WARN') });
const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
const worker = await Worker.create({
  connection,
  namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default',
  taskQueue: bareQueue,
  workflowsPath: fileURLToPath(new URL('bare-flow.js', import.meta.url)),
  activities,
  ...limits,
});
const running = worker.run();
process.once('SIGTERM', () => worker.shutdown());
// The parent process is gone when standard input ends.
process.stdin.on('end', () => process.exit(0)).resume();
await running;
process.exit(0);
