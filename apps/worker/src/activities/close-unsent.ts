import { ApplicationFailure } from '@temporalio/activity';
import type { Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction, type End } from './end-transaction.js';
import { stand } from './stand.js';

/**
 * The two ends of what never became ready and was therefore surely never sent: a payment whose page was not posted, a
 * payout whose bank was not chosen. Whoever posts or chooses first makes it due: then nothing is written here.
 */
export function createExpireUnsent(dependencies: ActivityDependencies) {
  return function expireUnsent(identifier: string): Promise<Standing> {
    return closeUnsent(dependencies, identifier, expiryOf);
  };
}

export function createCancelUnsent(dependencies: ActivityDependencies) {
  return function cancelUnsent(identifier: string): Promise<Standing> {
    return closeUnsent(dependencies, identifier, cancellationOf);
  };
}

async function closeUnsent(
  { database }: ActivityDependencies,
  identifier: string,
  endOf: (transaction: Transaction) => End,
): Promise<Standing> {
  const transaction = await findByIdentifier(database, identifier);
  if (!transaction) {
    throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
  }
  const { status } = await recordProgress(database, {
    identifier,
    move: { ...endTransaction(transaction, endOf(transaction)), onlyUnready: true },
  });
  return stand(transaction, status, 'due');
}

/** A page that nobody has ever opened was an intention only (contract §8); a payout never expires (contract §9). */
function expiryOf({ type, openedAt }: Transaction): End {
  if (type === 'payout') return { to: 'declined', source: 'timer', error: 'payoutCancelled' };
  const stage = openedAt === undefined ? { expiredAtStage: 'intention' } : {};
  return { to: 'expired', source: 'timer', error: 'expired', ...stage };
}

function cancellationOf({ type }: Transaction): End {
  return type === 'payout'
    ? { to: 'declined', source: 'operator', error: 'payoutCancelled' }
    : { to: 'declined', source: 'customer', error: 'paymentCancelled' };
}
