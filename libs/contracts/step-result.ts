import type { EventState } from '#domain/delivery/event-states';
import type { Phase, ShownAttempt, State } from '#domain/transaction/state';

export type { Phase, ShownAttempt };

/** The recorded state of a transaction. Histories of earlier builds hold neither `leftMs`, `attempts` nor `awaits`. */
export type WorkflowState = Omit<State, 'leftMs' | 'attempts'> & Partial<Pick<State, 'leftMs' | 'attempts'>>;

/** The state that one step of a workflow has led to, and what its workflow has to know for the next step. */
export type StepResult = { readonly state: WorkflowState; readonly next?: NextStep };

export type NextStep = {
  /** It was sent in this step: recovery signals when the first look-up is due, which saves the workflow a timer. */
  readonly isJustSent?: true | undefined;
  /** Milliseconds until the next look-up, where the plan's first wait does not apply. */
  readonly lookUpDueInMs?: number | undefined;
  /** The time for input was over when this workflow was started again. */
  readonly isTooLate?: true | undefined;
  /** Task queue of the next submit; undefined: the queue of the workflow itself. */
  readonly queue?: string | undefined;
  /** The provider was asked in this step and gave no answer. */
  readonly isUnanswered?: true | undefined;
  /** Result of the first delivery, if the step that ended the transaction attempted it. */
  readonly firstDelivery?: FirstDelivery | undefined;
};

/** A state of the event, `pending` if no attempt was made; or an attempt after which the event is still pending. */
export type FirstDelivery = EventState | FirstAttempt;

/** A first attempt to deliver the callback that has failed or is still under way. */
export type FirstAttempt = {
  /** Its number. */
  readonly attempt: number;
  /** How long it may still take, in milliseconds. */
  readonly leftMs: number;
  /** Its result in words, for operations staff. */
  readonly said?: string;
};

/**
 * A step result as histories hold it: flat, and under the names of the first builds, so that every build reads the
 * histories of every other.
 */
export type RecordedStep = Omit<WorkflowState, 'phase'> &
  Omit<NextStep, 'firstDelivery'> & {
    readonly phase: Exclude<Phase, 'awaitingInput'> | 'unready';
    /** Earlier builds also recorded `untold`, which means `pending`. */
    readonly told?: FirstDelivery | 'untold' | undefined;
  };

export function encodeStep({ state, next: { firstDelivery, ...next } = {} }: StepResult): RecordedStep {
  const phase = state.phase === 'awaitingInput' ? 'unready' : state.phase;
  return { ...state, phase, ...next, ...(firstDelivery !== undefined && { told: firstDelivery }) };
}

export function decodeStep(recorded: RecordedStep): StepResult {
  const { phase, isJustSent, lookUpDueInMs, isTooLate, queue, isUnanswered, told, ...state } = recorded;
  return {
    state: { ...state, phase: phase === 'unready' ? 'awaitingInput' : phase },
    next: {
      isJustSent,
      lookUpDueInMs,
      isTooLate,
      queue,
      isUnanswered,
      firstDelivery: told === 'untold' ? 'pending' : told,
    },
  };
}

/** An activity whose result a history holds. */
export function encoded<Arguments extends readonly unknown[]>(
  run: (...given: Arguments) => Promise<StepResult>,
): (...given: Arguments) => Promise<RecordedStep> {
  return (...given) => run(...given).then(encodeStep);
}
