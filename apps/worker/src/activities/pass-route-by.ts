import type { Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import { endWithoutRoom } from '#domain/transactions/end-without-room';
import type { Attempt } from '#persistence/transactions/begin-attempt';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction } from './end-transaction.js';
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
  const move = endTransaction(transaction, endWithoutRoom(attempts));
  const ended = await recordProgress(database, { identifier, move, forgetCard: true });
  return stand(transaction, ended.status, 'waiting');
}
