import { randomUUID } from 'node:crypto';
import { WithStartWorkflowOperation, type Client } from '@temporalio/client';
import type { Driver } from '../driver.js';
import { bareFlowType, bareQueue, bareSignal, bareStepUpdate } from './bare-contract.js';

/** Update-with-start, one signal, the end. */
export function createBareDriver({ workflow }: Client): Driver {
  return {
    async run() {
      const workflowId = `bare/${randomUUID()}`;
      const startWorkflowOperation = new WithStartWorkflowOperation(bareFlowType, {
        workflowId,
        taskQueue: bareQueue,
        args: [],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      const startedAt = performance.now();
      await workflow.executeUpdateWithStart(bareStepUpdate, { args: [], startWorkflowOperation });
      const createMs = performance.now() - startedAt;
      const handle = workflow.getHandle(workflowId);
      await handle.signal(bareSignal);
      await handle.result();
      return { workflowId: workflowId, createMs };
    },
    settle: () => Promise.resolve(),
  };
}
