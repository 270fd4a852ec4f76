import { HttpException, NotFoundException } from '@nestjs/common';
import type { Transaction } from '#domain/registered-transaction';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import type { CheckoutContext } from '../checkout-context.js';

/**
 * The payment a link leads to. Throws 404 for every token we did not give out, an identifier among them, and 429 where
 * the link was used too often, before Postgres is asked.
 */
export async function findLinkedPayment(
  { keyedHashes, database }: Pick<CheckoutContext, 'keyedHashes' | 'database'>,
  token: string,
  mayUse: (identifier: string) => boolean = () => true,
): Promise<Transaction> {
  const identifier = keyedHashes.readLinkToken(token);
  if (identifier !== undefined && !mayUse(identifier)) throw new HttpException('too often', 429);
  const payment = identifier === undefined ? undefined : await findByIdentifier(database, identifier);
  if (payment?.type !== 'payment') throw new NotFoundException();
  return payment;
}
