import type { FirstAttempt, WorkflowState } from '#contracts/transaction-workflow';
import type { EventState } from '#domain/delivery/event-states';
import { applyChange } from '#domain/transaction/change';
import { afterReport } from '#domain/transaction/decide';
import type { State } from '#domain/transaction/state';
import { loadInbox } from '#persistence/transactions/provider-events';
import { recordChange } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { momentOf, stateNow } from './step.js';
import { tellStep } from './tell-step.js';

/** Tries to tell the merchant of a transaction that has ended: `deliverAtOnce`. */
type Tell = (identifier: string) => Promise<EventState | FirstAttempt | undefined>;

/**
 * Applies every unread report of the provider inbox, oldest first, each in a statement of its own: it ends the
 * transaction, raises a review, or changes nothing. Repeating it changes nothing. With `mayTell` the merchant of one that
 * has ended is told in the same step, which saves Temporal an event and the worker a turn; that it could not be told
 * fails nothing.
 */
export function createApplyEvidence(dependencies: ActivityDependencies, tell: Tell) {
  const { database, log } = dependencies;
  const applyInbox = async (identifier: string): Promise<State> => {
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
  const tellUnlessItFails = async (identifier: string) => {
    try {
      return (await tell(identifier)) ?? 'untold';
    } catch {
      log.warn({ identifier }, 'first delivery failed');
      return 'untold';
    }
  };
  return async function applyEvidence(identifier: string, mayTell = false): Promise<WorkflowState> {
    const state = await applyInbox(identifier);
    if (!mayTell || state.phase !== 'final') return state;
    return { ...state, told: await tellUnlessItFails(identifier) };
  };
}
