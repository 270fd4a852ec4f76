import { allHandlersFinished, condition, ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { NextStep, Phase, ShownAttempt, WorkflowState } from '#contracts/step-result';
import type { ReviewsNow } from '#contracts/follow-up-workflows';
import type { AnsweredState, TransactionWorkflowInput } from '#contracts/transaction-workflow';
import type { EventState } from '#domain/delivery/event-states';
import type { Canceller } from '#domain/transaction/decide-end';
import { refuseUnless } from './refuse.js';

/** A request from outside that is not served yet. A caller waits for each of them, except for the first two. */
export type PendingRequest = 'report' | 'carryOver' | 'input' | 'cancel' | 'lookUp' | 'deliver' | 'release';

/** The memory of a transaction's workflow. Handlers add pending requests; only the workflow itself takes steps. */
export type TransactionRun = {
  readonly pending: Set<PendingRequest>;
  /** The party that cancels, if the request names one. */
  canceller: Canceller | undefined;
  /** Undefined before the first step and after a failed one, when only Postgres knows it. */
  state: WorkflowState | undefined;
  /** The latest step has failed, and is tried again. */
  hasFailed: boolean;
  /** Of the latest step that has not failed. */
  next: NextStep;
  /** By number; all that the steps have returned so far. */
  readonly attempts: Map<number, ShownAttempt>;
  /** The proposal of an operator that awaits a second one, in words. */
  proposal: string | undefined;
  /** Undefined: no review of it was raised. */
  reviews: ReviewsNow | undefined;
  isDelivered: boolean;
  /** An attempt by hand is under way, which does not serve requests that arrive from now on. */
  isRedelivering: boolean;
  /** State of the event, as the latest delivery returned it; undefined while a delivery is under way. */
  delivery: EventState | undefined;
  /** What the merchant's endpoint did with the latest attempt by hand, in words; empty before the first one. */
  saidByHand: string;
  /** Recovery has signalled that the first look-up is due. */
  isLookUpDue: boolean;
  /** Length of the history in the task that accepted the latest update. */
  acceptedAt: number | undefined;
};

export function createRun({
  proposal,
  reviews,
}: Pick<TransactionWorkflowInput, 'proposal' | 'reviews'>): TransactionRun {
  return {
    pending: new Set(),
    canceller: undefined,
    state: undefined,
    hasFailed: false,
    next: {},
    attempts: new Map(),
    proposal,
    reviews,
    isDelivered: false,
    isRedelivering: false,
    delivery: undefined,
    saidByHand: '',
    isLookUpDue: false,
    acceptedAt: undefined,
  };
}

/** Handles an update, and notes the task that has accepted it. */
export function accepting<Arguments extends readonly unknown[], Answer>(
  run: TransactionRun,
  handle: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  return (...given) => {
    run.acceptedAt = workflowInfo().historyLength;
    return handle(...given);
  };
}

/** False in a task that has accepted an update: Temporal does not answer it if the workflow ends in the same task. */
export function mayEndInThisTask({ acceptedAt }: TransactionRun): boolean {
  return acceptedAt !== workflowInfo().historyLength;
}

/** No caller waits for an answer or for a requested step. Reports may be pending: they stay in the inbox. */
export function isIdle(run: TransactionRun): boolean {
  return (
    allHandlersFinished() &&
    mayEndInThisTask(run) &&
    [...run.pending].every((request) => request === 'report' || request === 'carryOver')
  );
}

/** A release asks for a new run, and this one may end. Until both hold, the run continues as usual. */
export function mayCarryOver(run: TransactionRun): boolean {
  return run.pending.has('carryOver') && isIdle(run);
}

export function isIn({ state }: TransactionRun, ...phases: readonly Phase[]): boolean {
  return !!state && phases.includes(state.phase);
}

/** For validators, which cannot wait. Also true while the state is unknown, as when the update has started the workflow. */
export function mayBeIn(run: TransactionRun, ...phases: readonly Phase[]): boolean {
  return !run.state || isIn(run, ...phases);
}

/** Waits until the state is known, and refuses in all other phases. */
export async function refuseUnlessIn(
  run: TransactionRun,
  phases: readonly Phase[],
  sentence: string,
): Promise<void> {
  await condition(() => run.state !== undefined);
  refuseUnless(isIn(run, ...phases), sentence);
}

/**
 * The state, once the request is served and the caller can be given an answer. While the outcome is unknown, callers are
 * refused when a release is pending, so that they do not block it.
 */
export async function stateWhen(run: TransactionRun, isServed: () => boolean): Promise<WorkflowState> {
  const isAnswerable = () => isIn(run, 'awaitingInput', 'waiting', 'final');
  await condition(
    () => isServed() && (isAnswerable() || (run.pending.has('carryOver') && isIn(run, 'unknown'))),
  );
  refuseUnless(isAnswerable(), 'The outcome is not known yet; ask again.');
  return knownState(run);
}

function knownState({ state }: TransactionRun): WorkflowState {
  if (!state) throw ApplicationFailure.nonRetryable('The state of the transaction is not known.');
  return state;
}

/** The answer to a request that has asked the provider. */
export function answeredState(run: TransactionRun): AnsweredState {
  return { ...knownState(run), ...(run.next.isUnanswered && { isUnanswered: true }) };
}

/** A cancel by the merchant is pending: nothing is sent before it is decided. */
export function isMerchantCancelling({ pending, canceller }: TransactionRun): boolean {
  return pending.has('cancel') && canceller === 'merchant';
}

/** A step that sends the transaction is under way or next. It may wait long for its turn. */
export function mayBeSubmitting(run: TransactionRun): boolean {
  return run.state === undefined || isIn(run, 'due') || run.pending.has('input');
}

/** The customer's form was posted, or the bank chosen. */
export function noteInput(run: TransactionRun): void {
  if (mayBeIn(run, 'awaitingInput')) run.pending.add('input');
}
