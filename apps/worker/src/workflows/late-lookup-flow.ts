import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { LateLookupFlowInput } from '#contracts/follow-up-flows';
import { lookUpsQueue } from '#contracts/task-queues';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import { bookkeepingMs, heartbeatTimeout } from './limits.js';

/** Asks the provider once more, until it answers; what it says is raised for review where it contradicts the books. */
export async function lateLookupFlow({ identifier, callMs }: LateLookupFlowInput): Promise<void> {
  const { lookUpLate } = proxyActivities<LookUpActivities>({
    taskQueue: lookUpsQueue,
    startToCloseTimeout: callMs + bookkeepingMs,
    scheduleToCloseTimeout: '10 minutes',
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    summary: 'look up at the provider once more',
  });
  setCurrentDetails('It ended because the provider knew nothing of it. The provider is asked once more.');
  const outcome = await lookUpLate(identifier);
  setCurrentDetails(`The provider was asked once more: ${outcome}.`);
}
