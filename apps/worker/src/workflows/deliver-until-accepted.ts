import { condition } from '@temporalio/workflow';
import { acceptedIt } from '#contracts/follow-up-workflows';
import type { FirstDelivery } from '#contracts/step-result';
import type { TransactionWorkflowInput } from '#contracts/transaction-workflow';
import type { EventState } from '#domain/delivery/event-states';
import { deliveryProxies } from './activity-proxies.js';
import { raceCancelling } from './race-cancelling.js';
import { showState } from './show-state.js';
import { mayCarryOver, type TransactionRun } from './transaction-run.js';

/**
 * Delivers the merchant's callback until its event is delivered, stopped or exhausted. `first`: the result of the first
 * delivery, if one was attempted. `deliverNow` interrupts the wait for the next attempt and makes an additional one, which
 * uses no retry step. While the endpoint is paused this waits for a signal or an update, without a timer. It starts no
 * activity while the workflow is about to continue as new.
 */
export async function deliverUntilAccepted(
  input: TransactionWorkflowInput,
  run: TransactionRun,
  first: FirstDelivery | undefined,
): Promise<void> {
  const { identifier, timing } = input;
  const { deliverCallback, redeliverCallback } = deliveryProxies(timing);
  const { pending } = run;
  const isInterrupted = () => pending.has('deliver') || pending.has('release') || mayCarryOver(run);
  const show = (delivery: EventState | undefined) => {
    run.delivery = delivery;
    showState(input, run);
  };
  /** Shows the state of the event and waits while it is paused; undefined: the activity was interrupted. */
  const applyDelivery = async (delivery: EventState | undefined) => {
    show(delivery);
    if (delivery === 'paused') {
      await condition(isInterrupted);
      show(undefined);
    } else run.isDelivered = delivery !== undefined;
    pending.delete('release');
    if (pending.has('deliver') && !run.isDelivered) {
      run.isRedelivering = true;
      run.saidByHand = await redeliverCallback(identifier);
      run.isDelivered = run.saidByHand === acceptedIt;
      run.isRedelivering = false;
      if (run.isDelivered) show('delivered');
    }
    pending.delete('deliver');
  };
  if (typeof first === 'string' && first !== 'pending') await applyDelivery(first);
  const firstAttempt = typeof first === 'object' ? [first] : [];
  while (!run.isDelivered) {
    if (mayCarryOver(run)) await condition(() => !mayCarryOver(run));
    await applyDelivery(
      await raceCancelling<EventState | undefined>(
        isInterrupted,
        () => deliverCallback(identifier, ...firstAttempt),
        undefined,
      ),
    );
  }
}
