import type { Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import type { Attempt } from '#persistence/transactions/begin-attempt';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction, type End } from './end-transaction.js';
import { stand } from './stand.js';

/**
 * Nothing was begun, because the MID of the route had no room in its limits. The next route is due; after the last one
 * the transaction ends as if those without room were not there.
 */
export async function passRouteBy(
  { database }: ActivityDependencies,
  transaction: Transaction,
  attempts: readonly Attempt[],
): Promise<Standing> {
  const { identifier, plan, status } = transaction;
  if (plan.routes[attempts.length] !== undefined) return stand(transaction, status, 'due');
  const ended = await recordProgress(database, {
    identifier,
    move: endTransaction(transaction, endOf(attempts.filter(({ cause }) => cause !== 'limit'))),
    forgetCard: true,
  });
  return stand(transaction, ended.status, 'waiting');
}

function endOf(tried: readonly Attempt[]): End {
  if (tried.at(-1)?.state === 'declined') return { to: 'declined', source: 'provider', error: 'declined' };
  return { to: 'error', source: 'provider', error: tried.length > 1 ? 'neverSentByAnyRoute' : 'neverSent' };
}
