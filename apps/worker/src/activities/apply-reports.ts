import { encodeStep, type FirstDelivery, type RecordedStep, type StepResult } from '#contracts/step-result';
import { describeJudgement } from '#domain/refunds/judge-reversal';
import { applyChange, type Change } from '#domain/transaction/change';
import { afterReport } from '#domain/transaction/decide';
import { openAttemptOf } from '#domain/transaction/state';
import { letNextAfter } from '#persistence/refunds/let-next-refund';
import { recordReversals } from '#persistence/refunds/record-reversals';
import { loadInbox, type Inbox } from '#persistence/transactions/provider-events';
import { recordChange, toldTo } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { publishStep } from './publish-step.js';
import { momentOf, stateNow } from './step.js';

/**
 * Applies every unread report of the provider inbox, oldest first, each in a statement of its own: it ends the transaction,
 * raises a review, or changes nothing. A reversal waits in the inbox for the end of its transaction, which is looked up
 * meanwhile (contract §15.8). Safe to repeat. With `delivers` the callback of a transaction that has ended is attempted in the
 * same step, which saves Temporal an event and the worker a turn; a failure of that attempt is logged, and left to
 * `deliverCallback`.
 */
export function createApplyReports(
  dependencies: Pick<ActivityDependencies, 'database' | 'log' | 'metrics' | 'noteEnd'>,
  deliverAtOnce: (identifier: string) => Promise<FirstDelivery | undefined>,
) {
  const { database, log } = dependencies;
  const applyInbox = async (identifier: string): Promise<StepResult> => {
    for (;;) {
      const inbox = (await loadInbox(database, identifier)) ?? failNotRegistered(identifier);
      crashPoint('before apply');
      const [event, ...more] = inbox.events;
      if (!event) return stateOfInbox(inbox);
      const change = await decideOn(inbox, event);
      const recorded = await recordChange(database, inbox.transaction, change);
      if (recorded.kind === 'recorded') {
        await letNextAfter(database, inbox.transaction);
        publishStep(dependencies)(inbox, change, recorded.status);
      }
      crashPoint('after apply');
      if (recorded.kind === 'recorded' && more.length === 0 && !inbox.isReversalWaiting)
        return { state: stateNow({ ...applyChange(inbox, change, recorded.status), clock: inbox.clock }) };
    }
  };
  /** Reversals are recorded before the event is marked as applied: if the process dies in between, they are recognised. */
  const decideOn = async (
    inbox: Inbox,
    { id, provider, evidence }: Inbox['events'][number],
  ): Promise<Change> => {
    const { identifier } = inbox.transaction;
    if ('outcome' in evidence) {
      const change = afterReport(inbox, { id, provider, report: evidence }, momentOf(inbox));
      if (change.reversals) await recordReversals(database, toldTo(inbox.transaction, change.reversals));
      return change;
    }
    const [judgement] = await recordReversals(database, {
      identifier,
      provider,
      way: 'report',
      told: [evidence],
    });
    return { applied: { ids: [id], verdict: judgement ? describeJudgement(judgement) : 'agrees' } };
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
    const { state, next } = await applyInbox(identifier);
    if (!delivers || state.phase !== 'final') return encodeStep({ state, ...(next && { next }) });
    return encodeStep({ state, next: { firstDelivery: await deliver(identifier) } });
  };
}

/** A reversal of an open transaction may mean that its success was not heard: it is looked up at once. */
function stateOfInbox(inbox: Inbox): StepResult {
  const state = stateNow(inbox);
  return inbox.isReversalWaiting && openAttemptOf(inbox) ? { state, next: { lookUpDueInMs: 1 } } : { state };
}
