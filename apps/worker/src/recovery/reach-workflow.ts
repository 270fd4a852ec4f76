import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { LabelsOf } from '#metrics/families';

/** How it was ensured that a workflow runs. */
export type Ensured = Exclude<LabelsOf<'gateway_recovery_total'>['result'], 'refused'>;

type SignalOptions = Parameters<Client['workflow']['signalWithStart']>[1];

/** Starts a workflow, unless one with the same id runs. */
export async function startMissing(
  client: Client,
  workflowType: string,
  options: Parameters<Client['workflow']['start']>[1],
): Promise<Ensured> {
  try {
    await client.workflow.start(workflowType, { ...options, workflowIdConflictPolicy: 'FAIL' });
    return 'restarted';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'running';
    throw error;
  }
}

/** Signals the workflow, after starting it if none with its id runs; a signal-with-start would not return which of both it did. */
export async function signalOrStart(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<Ensured> {
  if (await signalRunning(client, workflowType, options)) return 'signalled';
  await client.workflow.signalWithStart(workflowType, options);
  return 'restarted';
}

/**
 * Signals the workflow with this id, and returns whether one runs. Temporal holds a plain signal back until a delayed start;
 * a signal-with-start ends the delay.
 */
export async function signalRunning(
  client: Client,
  workflowType: string,
  options: SignalOptions,
): Promise<boolean> {
  const handle = client.workflow.getHandle(options.workflowId);
  try {
    await handle.signal(options.signal);
    const { executionTime, startTime } = await handle.describe();
    const isDelayed = executionTime !== undefined && executionTime > startTime && executionTime > new Date();
    if (isDelayed) await client.workflow.signalWithStart(workflowType, options);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
