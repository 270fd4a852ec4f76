import { ActivityCancellationType, condition, proxyActivities } from '@temporalio/workflow';
import { acceptedIt } from '#contracts/follow-up-workflows';
import { deliveriesQueue } from '#contracts/task-queues';
import type { FirstAttempt } from '#contracts/transaction-workflow';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { DeliveryActivities } from '../activities/create-delivery-activities.js';
import { bookkeepingMs, heartbeatTimeout } from './limits.js';
import { raceCancelling } from './race-cancelling.js';
import { mayCarryOver, type TransactionRun } from './transaction-run.js';

/**
 * Delivers the merchant's callback, of which a first attempt at once has come to `first`. `deliverNow` interrupts the
 * wait for the next attempt and makes one out of turn, which uses no retry step. While the endpoint is paused it waits for
 * a signal or an update, without a timer. For a new run it stands aside. `show` is called whenever `run.delivery` has
 * changed.
 */
export async function deliverUntilTaken(
  identifier: string,
  timing: PlannedTiming,
  run: TransactionRun,
  first: string | FirstAttempt | undefined,
  show: () => void,
): Promise<void> {
  const { deliverCallback, redeliverCallback } = deliveryProxies(timing);
  const { pending } = run;
  const isInterrupted = () => pending.has('deliver') || pending.has('release') || mayCarryOver(run);
  const say = (delivery: string | undefined) => {
    run.delivery = delivery;
    show();
  };
  const settle = async (outcome: string | undefined) => {
    say(outcome);
    if (outcome === 'paused') {
      await condition(isInterrupted);
      say(undefined);
    } else run.isDelivered = outcome !== undefined;
    pending.delete('release');
    if (pending.has('deliver') && !run.isDelivered) {
      run.isDelivered = (await redeliverCallback(identifier)) === acceptedIt;
      if (run.isDelivered) say('delivered');
    }
    pending.delete('deliver');
  };
  if (typeof first === 'string' && first !== 'pending') await settle(first);
  const made = typeof first === 'object' ? [first] : [];
  while (!run.isDelivered) {
    if (mayCarryOver(run)) await condition(() => !mayCarryOver(run));
    await settle(
      await raceCancelling<string | undefined>(
        isInterrupted,
        () => deliverCallback(identifier, ...made),
        undefined,
      ),
    );
  }
}

function deliveryProxies(timing: PlannedTiming) {
  const options = {
    taskQueue: deliveriesQueue,
    startToCloseTimeout: timing.callbackAttemptMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  };
  const { deliverCallback } = proxyActivities<DeliveryActivities>({
    ...options,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'deliver the callback to the merchant',
  });
  const { redeliverCallback } = proxyActivities<DeliveryActivities>({
    ...options,
    summary: 'deliver the callback to the merchant now',
  });
  return { deliverCallback, redeliverCallback };
}
