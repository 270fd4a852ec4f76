import type { Transaction } from '#domain/transaction/transaction';
import { isFinal } from '#domain/transaction/status';
import type { CheckoutContext } from '../checkout-context.js';
import { updateFlow } from './update-flow.js';

/**
 * The customer gives up. Ends what was surely never sent; of anything else the provider is asked (contract §9).
 * `false`: the wish reached nobody for sure and is not recorded, so the customer must be told.
 */
export async function cancelPage(context: CheckoutContext, payment: Transaction): Promise<boolean> {
  return isFinal(payment.status) || updateFlow(context, payment, 'cancel');
}
