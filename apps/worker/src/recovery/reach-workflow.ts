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

/** Signals the workflow, after starting it if none with its id runs; a signal-with-start would not return which of both it did. */
export async function signalOrStart(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<Ensured> {
  const reached = await signalFound(client, workflowType, options);
  if (reached === 'signalled') return reached;
  await client.workflow.signalWithStart(workflowType, options);
  return reached === 'stuck' ? 'replaced' : 'restarted';
}

/** Signals the workflow with this id, and returns whether one runs that takes it. */
export async function signalRunning(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<boolean> {
  return (await signalFound(client, workflowType, options)) === 'signalled';
}

/** Temporal holds a plain signal back until a delayed start; a signal-with-start ends the delay. */
async function signalFound(
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

/** Workflow tasks that may fail or time out in a row: with Temporal's growing waits between them, two minutes of them. */
const failedTasksMax = 7;

/**
 * Looks for the workflow that runs under an id. One that fails at each of its tasks never gets on by itself, because its
 * history is not what its code makes of it, or its build is broken; it is terminated ('stuck'), and can be started anew,
 * because Postgres has all that it knew. A task that waits for a worker has not failed.
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
