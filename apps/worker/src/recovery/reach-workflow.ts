import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { LabelsOf } from '#metrics/families';

/** How it was ensured that a workflow runs. */
export type Ensured = Exclude<LabelsOf<'gateway_recovery_total'>['result'], 'refused'>;

type SignalOptions = Parameters<Client['workflow']['signalWithStart']>[1];

/** Starts a workflow, unless one with the same id runs; one that gets nowhere is replaced. */
export async function startMissing(
  client: Client,
  workflowType: string,
  options: Parameters<Client['workflow']['start']>[1],
): Promise<Ensured> {
  if (await isStarted(client, workflowType, options)) return 'restarted';
  if ((await findRunning(client, options.workflowId)) !== 'stuck') return 'running';
  return (await isStarted(client, workflowType, options)) ? 'replaced' : 'running';
}

/** The same of a workflow that most probably runs: to look first costs Temporal less than a start that it refuses. */
export async function startUnlessRunning(
  client: Client,
  workflowType: string,
  options: Parameters<Client['workflow']['start']>[1],
): Promise<Ensured> {
  const found = await findRunning(client, options.workflowId);
  if (found === 'running' || found === 'delayed') return 'running';
  if (!(await isStarted(client, workflowType, options))) return 'running';
  return found === 'stuck' ? 'replaced' : 'restarted';
}

async function isStarted(
  client: Client,
  workflowType: string,
  options: Parameters<Client['workflow']['start']>[1],
): Promise<boolean> {
  try {
    await client.workflow.start(workflowType, { ...options, workflowIdConflictPolicy: 'FAIL' });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

/** Signals the workflow, after starting it if none with its id runs: a signal-with-start alone would not tell which it did. */
export async function signalOrStart(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<Ensured> {
  const reached = await signalRunning(client, workflowType, options);
  if (reached === 'signalled') return reached;
  await client.workflow.signalWithStart(workflowType, options);
  return reached === 'stuck' ? 'replaced' : 'restarted';
}

/**
 * Signals the workflow that runs under this id, and returns whether one took the signal. One that is stuck is ended. Temporal
 * holds a plain signal back until a delayed start; a signal-with-start ends the delay.
 */
export async function signalRunning(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<'signalled' | 'missing' | 'stuck'> {
  const found = await findRunning(client, options.workflowId);
  if (found === 'missing' || found === 'stuck') return found;
  try {
    if (found === 'delayed') await client.workflow.signalWithStart(workflowType, options);
    else await client.workflow.getHandle(options.workflowId).signal(options.signal);
    return 'signalled';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}

/** Workflow tasks that may fail or time out in a row: about two minutes of them, with Temporal's growing waits between. */
const failedTasksMax = 7;

/**
 * Looks for the workflow that runs under an id. One that fails at each of its tasks does not recover by itself: its code
 * cannot replay its history, or its build is broken. It is terminated ('stuck') and can be started anew, because Postgres
 * has all that it knew. A task that waits for a worker has not failed.
 */
async function findRunning(
  client: Client,
  workflowId: string,
): Promise<'missing' | 'running' | 'delayed' | 'stuck'> {
  try {
    const { runId, status, raw, executionTime, startTime } = await client.workflow
      .getHandle(workflowId)
      .describe();
    if (status.name !== 'RUNNING') return 'missing';
    if ((raw.pendingWorkflowTask?.attempt ?? 0) > failedTasksMax) {
      await client.workflow.getHandle(workflowId, runId).terminate('each of its workflow tasks fails');
      return 'stuck';
    }
    const isDelayed = executionTime !== undefined && executionTime > startTime && executionTime > new Date();
    return isDelayed ? 'delayed' : 'running';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}
