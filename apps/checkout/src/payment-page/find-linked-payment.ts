import { NotFoundException } from '@nestjs/common';
import type { Transaction } from '#domain/registered-transaction';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import type { CheckoutContext } from '../checkout-context.js';

/** The payment a link leads to. Throws 404 for every token we did not give out, an identifier among them. */
export async function findLinkedPayment(
  { keyedHashes, database }: Pick<CheckoutContext, 'keyedHashes' | 'database'>,
  token: string,
): Promise<Transaction> {
  const identifier = keyedHashes.readLinkToken(token);
  const payment = identifier === undefined ? undefined : await findByIdentifier(database, identifier);
  if (payment?.type !== 'payment') throw new NotFoundException();
  return payment;
}
