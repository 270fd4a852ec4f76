import { encodeStep, type FirstDelivery, type RecordedStep } from '#contracts/step-result';
import { applyChange } from '#domain/transaction/change';
import { afterReport } from '#domain/transaction/decide';
import type { State } from '#domain/transaction/state';
import { loadInbox } from '#persistence/transactions/provider-events';
import { recordChange } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { publishStep } from './publish-step.js';
import { momentOf, stateNow } from './step.js';

/**
 * Applies every unread report of the provider inbox, oldest first, each in a statement of its own: it ends the transaction,
 * raises a review, or changes nothing. Safe to repeat. With `delivers` the callback of a transaction that has ended is
 * attempted in the same step, which saves Temporal an event and the worker a turn; a failure of that attempt is logged, and
 * left to `deliverCallback`.
 */
export function createApplyReports(
  dependencies: Pick<ActivityDependencies, 'database' | 'log' | 'metrics' | 'noteEnd'>,
  deliverAtOnce: (identifier: string) => Promise<FirstDelivery | undefined>,
) {
  const { database, log } = dependencies;
  const applyInbox = async (identifier: string): Promise<State> => {
    for (;;) {
      const inbox = (await loadInbox(database, identifier)) ?? failNotRegistered(identifier);
      crashPoint('before apply');
      const [event, ...more] = inbox.events;
      if (!event) return stateNow(inbox);
      const change = afterReport(inbox, event, momentOf(inbox));
      const recorded = await recordChange(database, inbox.transaction, change);
      if (recorded.kind === 'recorded') publishStep(dependencies)(inbox, change, recorded.status);
      crashPoint('after apply');
      if (recorded.kind === 'recorded' && more.length === 0)
        return stateNow({ ...applyChange(inbox, change, recorded.status), clock: inbox.clock });
    }
  };
  const deliver = async (identifier: string): Promise<FirstDelivery> => {
    try {
      return (await deliverAtOnce(identifier)) ?? 'pending';
    } catch {
      log.warn({ identifier }, 'first delivery failed');
      return 'pending';
    }
  };
  return async function applyReports(identifier: string, delivers = false): Promise<RecordedStep> {
    const state = await applyInbox(identifier);
    if (!delivers || state.phase !== 'final') return encodeStep({ state });
    return encodeStep({ state, next: { firstDelivery: await deliver(identifier) } });
  };
}
