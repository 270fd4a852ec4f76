import { condition, ApplicationFailure } from '@temporalio/workflow';
import type { Phase, ShownAttempt, WorkflowState } from '#contracts/transaction-flow';

/** What came from outside and was not looked at yet. All but `evidence` are requests that somebody waits for. */
export type News = 'evidence' | 'ready' | 'cancel' | 'lookUp' | 'deliver' | 'released';

/** What a flow knows; the handlers add news, the flow itself takes the steps. */
export type FlowState = {
  readonly news: Set<News>;
  /** Absent until the books were asked, and after a step that failed. */
  standing: WorkflowState | undefined;
  /** By number, as far as its steps have seen them. */
  readonly attempts: Map<number, ShownAttempt>;
  /** What an operator has proposed and another one may confirm, in words. */
  proposal: string | undefined;
  isTold: boolean;
  /** The sweep has found that the first look-up is due. */
  isLookUpDue: boolean;
};

export function createFlowState(): FlowState {
  return {
    news: new Set(),
    standing: undefined,
    attempts: new Map(),
    proposal: undefined,
    isTold: false,
    isLookUpDue: false,
  };
}

export function isIn({ standing }: FlowState, ...phases: readonly Phase[]): boolean {
  return !!standing && phases.includes(standing.phase);
}

/** Whether it may be in one of these: it is, or it has not asked the books yet, as one that this very update has woken. */
export function mayBeIn(state: FlowState, ...phases: readonly Phase[]): boolean {
  return !state.standing || isIn(state, ...phases);
}

/** Refuses in this sentence, once it is known where it stands, what is asked of it in another phase. */
export async function refuseUnlessIn(
  state: FlowState,
  phases: readonly Phase[],
  sentence: string,
): Promise<void> {
  await condition(() => state.standing !== undefined);
  refuseUnless(isIn(state, ...phases), sentence);
}

/** Where it stands, once it is where somebody outside can be told and what was asked for is served. */
export async function standingWhen(state: FlowState, isServed: () => boolean): Promise<WorkflowState> {
  await condition(() => isServed() && isIn(state, 'unready', 'waiting', 'final'));
  return standingOf(state);
}

export function standingOf({ standing }: FlowState): WorkflowState {
  if (!standing) throw ApplicationFailure.nonRetryable('a transaction that took a step has a standing');
  return standing;
}

/** What it waited for before anything may be sent is there. */
export function noteReady(state: FlowState): void {
  if (!state.standing || isIn(state, 'unready')) state.news.add('ready');
}

/** For validators: the sentence is all that whoever asked gets to read. */
export function refuseUnless(isFine: boolean, sentence: string): void {
  if (!isFine) throw ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}
