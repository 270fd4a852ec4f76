import { WithStartWorkflowOperation } from '@temporalio/client';
import { awaitNextStep, cancelPayment, paymentFlowType } from '#contracts/transaction-flow';
import { flowOptions } from '#contracts/flow-options';
import type { Transaction } from '#domain/transaction/transaction';
import type { CheckoutContext } from '../checkout-context.js';

/** How long a posted form waits for the flow. After it the page says what stands, and refreshes. */
const flowAnswerLimitMs = 25_000;

const updates = { pay: awaitNextStep, cancel: cancelPayment } as const;

/**
 * Tells the payment's flow what the customer chose, starting it when there is none, and waits until it took its step.
 * `false`: it did not answer in time, and only the books know whether it heard.
 */
export async function updateFlow(
  { temporal, log }: Pick<CheckoutContext, 'temporal' | 'log'>,
  payment: Transaction,
  choice: keyof typeof updates,
): Promise<boolean> {
  const { identifier } = payment;
  const startWorkflowOperation = new WithStartWorkflowOperation(paymentFlowType, flowOptions(payment));
  try {
    await temporal.withDeadline(Date.now() + flowAnswerLimitMs, () =>
      temporal.workflow.executeUpdateWithStart(updates[choice], { args: [], startWorkflowOperation }),
    );
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown';
    log.warn({ identifier, choice, cause }, 'the flow did not answer');
    return false;
  }
}
