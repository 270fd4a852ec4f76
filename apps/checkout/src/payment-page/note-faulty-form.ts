import type { Transaction } from '#domain/transaction/transaction';
import { countFaultyForm } from '#persistence/transactions/hosted-page';
import type { CheckoutContext } from '../checkout-context.js';

/** Counts a posted card form with mistakes where the payment's project asks for it, and gives the payment as it is then. */
export async function noteFaultyForm(
  { configuration, database }: Pick<CheckoutContext, 'configuration' | 'database'>,
  payment: Transaction,
): Promise<Transaction> {
  if (configuration().projects[payment.project]?.risk?.faultyFormsMax === undefined) return payment;
  return { ...payment, faultyForms: await countFaultyForm(database, payment.identifier) };
}
