import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import { lookUpsQueue } from '#contracts/task-queues';
import type { TransferFlowInput } from '#contracts/follow-up-flows';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import { bookkeepingMs, heartbeatTimeout } from './limits.js';

/** Passes transfer details on until the provider has answered. They are evidence: no payment waits for it. */
export async function transferFlow({ identifier, callMs }: TransferFlowInput): Promise<void> {
  const { passTransferOn } = proxyActivities<LookUpActivities>({
    taskQueue: lookUpsQueue,
    startToCloseTimeout: callMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
    summary: 'pass the transfer details on to the provider',
  });
  setCurrentDetails('The provider is told what the merchant knows of the transfer, until it answers.');
  const outcome = await passTransferOn(identifier);
  setCurrentDetails(`Transfer details: ${outcome}.`);
}
