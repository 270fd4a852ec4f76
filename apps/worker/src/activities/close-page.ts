import { ApplicationFailure } from '@temporalio/activity';
import type { Standing } from '#contracts/payment-flow';
import { isUnposted } from '#domain/hosted-form';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction, type End } from './end-transaction.js';
import { stand } from './stand.js';

/**
 * The two ends of a payment whose page was never posted, and which was therefore surely never sent. Both start from
 * the status it has until then, which never comes back: `new`, or `created` where our form is the challenge of an H2H
 * payment. When the customer was faster, nothing is written and the payment is due instead.
 */
export function createExpirePage(dependencies: ActivityDependencies) {
  return function expirePage(identifier: string): Promise<Standing> {
    return closePage(dependencies, identifier, { to: 'expired', source: 'timer', error: 'expired' });
  };
}

export function createCancelPage(dependencies: ActivityDependencies) {
  return function cancelPage(identifier: string): Promise<Standing> {
    return closePage(dependencies, identifier, {
      to: 'declined',
      source: 'customer',
      error: 'paymentCancelled',
    });
  };
}

async function closePage(
  { database }: ActivityDependencies,
  identifier: string,
  end: End,
): Promise<Standing> {
  const transaction = await findByIdentifier(database, identifier);
  if (!transaction) {
    throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
  }
  const isIntention = end.to === 'expired' && transaction.openedAt === undefined;
  const { status } = await recordProgress(database, {
    identifier,
    move: endTransaction(transaction, {
      ...end,
      from: isUnposted(transaction) ? [transaction.status] : [],
      ...(isIntention ? { expiredAtStage: 'intention' } : {}),
    }),
  });
  return stand(transaction, status, 'due');
}
