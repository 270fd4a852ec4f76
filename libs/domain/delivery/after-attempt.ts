import { statesBefore, type DeliveryCause, type EventState } from './event-states.js';

/*
 * What one attempt to deliver a callback means for its event and its endpoint (contract §8). Times are durations in
 * milliseconds, counted from the record of the attempt, so that no clock is needed; chance is an argument.
 */

/** The merchant's answer to one attempt. */
export type MerchantAnswer = {
  /** Undefined if there was no answer, or the target was not allowed. */
  readonly httpStatus: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterSeconds?: number;
};

/** The fields of an event that a failed attempt must find unchanged when it is recorded. */
export type ObservedEvent = {
  /** Steps of the retry ladder that were used. */
  readonly steps: number;
  /** It may be sent although its endpoint is or was paused, and no attempt was recorded since. */
  readonly isReleased: boolean;
};

export type AttemptSubject = ObservedEvent & {
  /** Waits before the second attempt, the third one and so on. */
  readonly retriesMs: readonly number[];
  /** Attempts at a paused endpoint use no step of the ladder. */
  readonly isEndpointPaused: boolean;
};

/** A change of an event's state, to be applied by compare-and-set. */
type EventChange = {
  /** Applies only in these states. */
  readonly from: readonly EventState[];
  /** Applies only while these fields have these values; undefined: whatever they are. */
  readonly observed: ObservedEvent | undefined;
  readonly to: EventState;
  /** Instead of `to`, if the endpoint is paused when the attempt is recorded. */
  readonly toIfPaused: EventState;
  readonly stepsUsed: 0 | 1;
  /** Until the next attempt; undefined: no attempt follows. */
  readonly waitMs: number | undefined;
};

export type AttemptOutcome = {
  /** For logs and metrics; `stays`: an attempt by hand that was not accepted. */
  readonly result: 'delivered' | 'stopped' | 'retry' | 'exhausted' | 'stays';
  /** Undefined: the attempt is only logged. */
  readonly change: EventChange | undefined;
  /** Whether the attempt counts as a success or as a failure of the endpoint; undefined: as neither. */
  readonly isEndpointUp: boolean | undefined;
};

/** Share by which a step of the ladder is varied, so that the callbacks of one outage do not all return at once. */
const jitter = 0.2;
/** Upper bound of `Retry-After`, so that a merchant cannot postpone a callback for ever. */
const retryAfterSecondsMax = 86_400;
const gone = 410;

/**
 * After an attempt of the retry ladder: a 2xx delivers the event, 410 stops it, every other answer uses the next step.
 * `Retry-After` replaces the step if it is longer; after the last step the event is exhausted.
 * @param chance a random number from 0 up to 1, for the jitter of the step
 */
export function afterAttempt(event: AttemptSubject, answer: MerchantAnswer, chance: number): AttemptOutcome {
  if (isAccepted(answer)) return delivered('attempt');
  if (answer.httpStatus === gone)
    return { result: 'stopped', change: changeTo('stopped', 'attempt'), isEndpointUp: undefined };
  const observed = { steps: event.steps, isReleased: event.isReleased };
  const stepMs = nextStepMs(event);
  if (stepMs === undefined)
    return {
      result: 'exhausted',
      change: changeTo('exhausted', 'attempt', { observed }),
      isEndpointUp: false,
    };
  const jitteredMs = stepMs * (1 + jitter * (2 * chance - 1));
  const retryAfterMs = Math.min(answer.retryAfterSeconds ?? 0, retryAfterSecondsMax) * 1_000;
  const change = changeTo('pending', 'attempt', {
    observed,
    toIfPaused: 'paused',
    stepsUsed: event.isEndpointPaused ? 0 : 1,
    waitMs: Math.max(jitteredMs, retryAfterMs),
  });
  return { result: 'retry', change, isEndpointUp: false };
}

/** After an attempt by hand: a success delivers the event, anything else leaves it with its steps and next attempt. */
export function afterManualAttempt(answer: MerchantAnswer): AttemptOutcome {
  if (isAccepted(answer)) return delivered('manualAttempt');
  const isEndpointUp = answer.httpStatus === gone ? undefined : false;
  return { result: 'stays', change: undefined, isEndpointUp };
}

function isAccepted({ httpStatus = 0 }: MerchantAnswer): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** The wait before the next attempt; undefined after the last step. At a paused endpoint the last step is repeated. */
function nextStepMs({ steps, retriesMs, isEndpointPaused }: AttemptSubject): number | undefined {
  return retriesMs[steps] ?? (isEndpointPaused ? retriesMs.at(-1) : undefined);
}

function delivered(cause: DeliveryCause): AttemptOutcome {
  return { result: 'delivered', change: changeTo('delivered', cause), isEndpointUp: true };
}

function changeTo(to: EventState, cause: DeliveryCause, details: Partial<EventChange> = {}): EventChange {
  const from = statesBefore(cause, to);
  return {
    from,
    to,
    observed: undefined,
    toIfPaused: to,
    stepsUsed: 0,
    waitMs: undefined,
    ...details,
  };
}
