import type { WorkflowState } from '#contracts/transaction-flow';
import { applyChange } from '#domain/transaction/change';
import { afterReport } from '#domain/transaction/decide';
import { loadHeard } from '#persistence/transactions/provider-events';
import { recordChange } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { momentOf, stateNow } from './step.js';

/**
 * Looks at every report in the provider inbox that was not looked at yet, oldest first, each in a statement of its own:
 * ends the transaction, or raises a review, or finds that nothing follows. Repeating it changes nothing.
 */
export function createApplyEvidence({ database }: ActivityDependencies) {
  return async function applyEvidence(identifier: string): Promise<WorkflowState> {
    for (;;) {
      const heard = (await loadHeard(database, identifier)) ?? failNotRegistered(identifier);
      crashPoint('before apply');
      const [event, ...more] = heard.events;
      if (!event) return stateNow(heard);
      const change = afterReport(heard, event, momentOf(heard));
      const recorded = await recordChange(database, heard.transaction, change);
      crashPoint('after apply');
      if (recorded.kind === 'recorded' && more.length === 0)
        return stateNow({ ...applyChange(heard, change, recorded.status), clock: heard.clock });
    }
  };
}
