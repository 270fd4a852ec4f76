import { GoneException, HttpException, NotFoundException } from '@nestjs/common';
import type { Transaction } from '#domain/transaction/transaction';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { endedLongAgo } from '#persistence/transactions/hosted-page';
import type { CheckoutContext } from '../checkout-context.js';

/**
 * The payment a link leads to. Throws 404 for every token we did not give out, an identifier among them, 429 where the
 * link was used too often, before Postgres is asked, and 410 where the payment has been over for `timing.ended_page`.
 */
export async function findLinkedPayment(
  {
    keyedHashes,
    database,
    configuration,
  }: Pick<CheckoutContext, 'keyedHashes' | 'database' | 'configuration'>,
  token: string,
  mayUse: (identifier: string) => boolean = () => true,
): Promise<Transaction> {
  const identifier = keyedHashes.readLinkToken(token);
  if (identifier !== undefined && !mayUse(identifier)) throw new HttpException('too often', 429);
  const payment = identifier === undefined ? undefined : await findByIdentifier(database, identifier);
  if (payment?.type !== 'payment') throw new NotFoundException();
  if (payment.finishedAt !== undefined) {
    const { projects, timing } = configuration();
    const { endedPageMs } = projects[payment.project]?.timing ?? timing;
    if (await endedLongAgo(database, payment.identifier, endedPageMs)) throw new GoneException();
  }
  return payment;
}
