import { condition } from '@temporalio/workflow';
import { acceptedIt } from '#contracts/follow-up-flows';
import type { FlowState } from './flow-state.js';
import type { FlowActivities } from './plan-activities.js';
import { unless } from './unless.js';

/**
 * Delivers the merchant's callback. Asked to hurry, it gives up the wait for the next attempt, makes one beside the
 * ladder, and waits on. While the endpoint is paused it waits for nothing but word from outside.
 */
export async function tellMerchant(
  identifier: string,
  { deliverCallback, redeliverCallback }: FlowActivities,
  state: FlowState,
): Promise<void> {
  const { news } = state;
  const isStirred = () => news.has('deliver') || news.has('released');
  while (!state.isTold) {
    const outcome = await unless<string | undefined>(isStirred, () => deliverCallback(identifier), undefined);
    if (outcome === 'paused') await condition(isStirred);
    else state.isTold = outcome !== undefined;
    news.delete('released');
    if (news.has('deliver') && !state.isTold) {
      state.isTold = (await redeliverCallback(identifier)) === acceptedIt;
    }
    news.delete('deliver');
  }
}
