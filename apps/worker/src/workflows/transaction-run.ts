import { allHandlersFinished, condition, ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { Phase, ShownAttempt, WorkflowState } from '#contracts/transaction-workflow';
import type { Canceller } from '#domain/transaction/decide-end';
import { refuseUnless } from './refuse.js';

/** What was asked from outside and is not served yet. Somebody waits for every one of them but the first two. */
export type PendingRequest = 'report' | 'carryOver' | 'input' | 'cancel' | 'lookUp' | 'deliver' | 'release';

/** What a transaction's workflow remembers: handlers add pending requests, the workflow alone takes steps. */
export type TransactionRun = {
  readonly pending: Set<PendingRequest>;
  /** Who has asked to cancel, where that was said. */
  canceller: Canceller | undefined;
  /** Undefined before the first step and after a failed one: only Postgres knows it then. */
  state: WorkflowState | undefined;
  /** By number, as far as its steps have seen them. */
  readonly attempts: Map<number, ShownAttempt>;
  /** What one operator has proposed and another may confirm, in words. */
  proposal: string | undefined;
  isDelivered: boolean;
  /** An attempt by hand is under way: it does not serve who asks for one from now on. */
  isRedelivering: boolean;
  /** What came of telling the merchant in the step that ended it, where that step has tried. */
  told: WorkflowState['told'];
  /** What became of its callback, as far as the workflow has been told: a state of the event, or `undefined` on the way. */
  delivery: string | undefined;
  /** Recovery has signalled that the first look-up is due. */
  isLookUpDue: boolean;
  /** Length of the history in whose task an update was accepted last. */
  acceptedAt: number | undefined;
};

export function createRun(proposal?: string): TransactionRun {
  return {
    pending: new Set(),
    canceller: undefined,
    state: undefined,
    attempts: new Map(),
    proposal,
    isDelivered: false,
    isRedelivering: false,
    told: undefined,
    delivery: undefined,
    isLookUpDue: false,
    acceptedAt: undefined,
  };
}

/** Handles an update, and remembers in which task it was accepted. */
export function accepting<Arguments extends readonly unknown[], Answer>(
  run: TransactionRun,
  handle: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  return (...given) => {
    run.acceptedAt = workflowInfo().historyLength;
    return handle(...given);
  };
}

/** Temporal gives no answer to an update which the workflow accepts in the very task that ends it. */
export function mayEndInThisTask({ acceptedAt }: TransactionRun): boolean {
  return acceptedAt !== workflowInfo().historyLength;
}

/** Nobody waits for this run, or for a requested step; a report waits in the inbox. */
export function isIdle(run: TransactionRun): boolean {
  return (
    allHandlersFinished() &&
    mayEndInThisTask(run) &&
    [...run.pending].every((request) => request === 'report' || request === 'carryOver')
  );
}

/** A release asks for a new run, and this one may end. Until then it goes on as if nobody had asked. */
export function mayCarryOver(run: TransactionRun): boolean {
  return run.pending.has('carryOver') && isIdle(run);
}

export function isIn({ state }: TransactionRun, ...phases: readonly Phase[]): boolean {
  return !!state && phases.includes(state.phase);
}

/** For validators, which cannot wait: it is in one of these phases, or not yet known, as when this update started it. */
export function mayBeIn(run: TransactionRun, ...phases: readonly Phase[]): boolean {
  return !run.state || isIn(run, ...phases);
}

/** Waits until the state is known, and refuses with this sentence in any other phase. */
export async function refuseUnlessIn(
  run: TransactionRun,
  phases: readonly Phase[],
  sentence: string,
): Promise<void> {
  await condition(() => run.state !== undefined);
  refuseUnless(isIn(run, ...phases), sentence);
}

/**
 * The state, once the request is served and the caller can be given an answer. Who waits for an outcome that nobody knows
 * may have left long ago, and holds up no release.
 */
export async function stateWhen(run: TransactionRun, isServed: () => boolean): Promise<WorkflowState> {
  const mayBeTold = () => isIn(run, 'unready', 'waiting', 'final');
  await condition(
    () => isServed() && (mayBeTold() || (run.pending.has('carryOver') && isIn(run, 'unknown'))),
  );
  refuseUnless(mayBeTold(), 'The outcome is not known yet; ask again.');
  return knownState(run);
}

export function knownState({ state }: TransactionRun): WorkflowState {
  if (!state) throw ApplicationFailure.nonRetryable('The state of the transaction is not known.');
  return state;
}

/** Nothing is to be sent before it is known whether the merchant can still cancel. */
export function isMerchantCancelling({ pending, canceller }: TransactionRun): boolean {
  return pending.has('cancel') && canceller === 'merchant';
}

/** A step is under way that sends it, or is about to be; it may wait long for its turn. */
export function mayBeSubmitting(run: TransactionRun): boolean {
  return run.state === undefined || isIn(run, 'due') || run.pending.has('input');
}

/** The customer's form was posted, or the bank chosen. */
export function noteInput(run: TransactionRun): void {
  if (mayBeIn(run, 'unready')) run.pending.add('input');
}
