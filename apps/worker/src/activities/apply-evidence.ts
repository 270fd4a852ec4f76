import type { WorkflowState } from '#contracts/transaction-workflow';
import { applyChange } from '#domain/transaction/change';
import { afterReport } from '#domain/transaction/decide';
import { loadInbox } from '#persistence/transactions/provider-events';
import { recordChange } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { momentOf, stateNow } from './step.js';
import { tellStep } from './tell-step.js';

/**
 * Applies every unread report of the provider inbox, oldest first, each in a statement of its own: it ends the
 * transaction, raises a review, or changes nothing. Repeating it changes nothing.
 */
export function createApplyEvidence(dependencies: ActivityDependencies) {
  const { database } = dependencies;
  return async function applyEvidence(identifier: string): Promise<WorkflowState> {
    for (;;) {
      const inbox = (await loadInbox(database, identifier)) ?? failNotRegistered(identifier);
      crashPoint('before apply');
      const [event, ...more] = inbox.events;
      if (!event) return stateNow(inbox);
      const change = afterReport(inbox, event, momentOf(inbox));
      const recorded = await recordChange(database, inbox.transaction, change);
      if (recorded.kind === 'recorded') tellStep(dependencies)(inbox, change, recorded.status);
      crashPoint('after apply');
      if (recorded.kind === 'recorded' && more.length === 0)
        return stateNow({ ...applyChange(inbox, change, recorded.status), clock: inbox.clock });
    }
  };
}
