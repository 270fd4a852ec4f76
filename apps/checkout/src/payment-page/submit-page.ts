import type { Transaction } from '#domain/registered-transaction';
import { postHostedPage } from '#persistence/transactions/hosted-page';
import { crashPoint } from '#process/crash-point';
import type { CheckoutContext } from '../checkout-context.js';
import { updateFlow } from './update-flow.js';

/**
 * The customer pays. The row decides who was first: a double click, a second tab and an expired page change nothing.
 * Once it is written nothing can be lost: when the flow is out of reach, the sweep carries on.
 */
export async function submitPage(context: CheckoutContext, payment: Transaction): Promise<void> {
  const payableUntil = new Date(Date.now() + payment.plan.timing.windowMs);
  const { status } = await postHostedPage(context.database, payment.identifier, {
    card: undefined,
    payableUntil,
  });
  crashPoint('after posting');
  // Whoever was not first waits for the same step, while there still is one to wait for.
  if (status === 'pending') await updateFlow(context, { ...payment, status }, 'pay');
}
