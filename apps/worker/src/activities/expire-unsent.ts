import type { WorkflowState } from '#contracts/transaction-flow';
import { afterExpiry } from '#domain/transaction/decide-end';
import type { ActivityDependencies } from './activity-dependencies.js';
import { decideAndRecord, loadKnown, stateNow } from './step.js';

/**
 * Ends what never became ready, and was therefore surely never sent, when its time is over: a payment whose page was not
 * posted, a payout whose bank was not chosen. The time is told by Postgres' clock, which it was given by.
 */
export function createExpireUnsent({ database }: ActivityDependencies) {
  return async function expireUnsent(identifier: string): Promise<WorkflowState> {
    const reload = () => loadKnown(database, identifier);
    const known = await reload();
    if (known.clock() < known.transaction.payableUntil) return stateNow(known);
    return decideAndRecord(database, known, { decide: afterExpiry, reload });
  };
}
