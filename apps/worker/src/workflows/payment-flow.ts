import { setHandler } from '@temporalio/workflow';
import { awaitNextStep, cancelPayment, type TransactionFlowInput } from '#contracts/transaction-flow';
import { createFlowState, isIn, noteReady, standingWhen } from './flow-state.js';
import { hearUpdates } from './hear-updates.js';
import { planActivities } from './plan-activities.js';
import { followTransaction } from './transaction-flow.js';

/** One payment. What only payments have: a customer in front of a hosted page. */
export async function paymentFlow(input: TransactionFlowInput): Promise<void> {
  const activities = planActivities(input.timing);
  const state = createFlowState();
  hearUpdates(input, state, activities);
  setHandler(
    awaitNextStep,
    () => {
      noteReady(state);
      return standingWhen(state, () => !state.news.has('ready'));
    },
    { description: 'The customer posted the hosted page: waits for the next step.' },
  );
  setHandler(
    cancelPayment,
    () => {
      if (!isIn(state, 'final')) state.news.add('cancel');
      return standingWhen(state, () => !state.news.has('cancel'));
    },
    { description: 'Ends a payment that was never sent; asks the provider to cancel any other.' },
  );
  await followTransaction(input, activities, state);
}
