import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';

const sampledMax = 20;
const pollMs = 50;
const pollsMax = 100;

/** What the workflow's server has written for it. */
export type WorkflowCounts = {
  readonly historyEvents: number;
  /** How often the server has changed its state. */
  readonly stateTransitions: number;
};

/** Counts of some of these workflows, each read once it has ended. */
export async function countEvents(
  client: Client,
  workflowIds: readonly string[],
): Promise<readonly WorkflowCounts[]> {
  const step = Math.max(1, Math.floor(workflowIds.length / sampledMax));
  const sample = workflowIds.filter((_, index) => index % step === 0).slice(0, sampledMax);
  return Promise.all(sample.map((workflowId) => countOf(client, workflowId)));
}

async function countOf(client: Client, workflowId: string): Promise<WorkflowCounts> {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const { status, historyLength, raw } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'COMPLETED')
      return {
        historyEvents: historyLength,
        stateTransitions: Number(raw.workflowExecutionInfo?.stateTransitionCount ?? 0),
      };
    await sleep(pollMs);
  }
  throw new Error(`the workflow ${workflowId} did not end`);
}
