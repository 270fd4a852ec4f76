import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { judgeDelivery } from '#gateway/callbacks/judge-delivery';
import type { CallbackResult } from '#gateway/callbacks/send-callback';
import {
  loadEvent,
  recordDelivery,
  settleSweep,
  type DueEvent,
  type EventState,
} from '#persistence/callbacks/deliveries';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { SendEvent } from './send-event.js';

/** An endpoint that is busy with our other callbacks is tried again after this time; no attempt is counted. */
const busyHostMs = 1_000;

/** Jitter of the retries, so that one outage does not bring all its callbacks back at one instant. */
const jitter = 0.2;

/**
 * One attempt to tell the merchant (contract §8). Fails on purpose while another attempt is due, so that Temporal
 * waits, shows the next one to operations and lets them hurry it. The count is in the books, not in the flow.
 */
export function createDeliverCallback({ database }: ActivityDependencies, sendEvent: SendEvent) {
  return async function deliverCallback(identifier: string): Promise<EventState> {
    const event = await loadEvent(database, identifier);
    if (event?.state !== 'pending') {
      await settleSweep(database, identifier);
      return event?.state ?? 'none';
    }
    const sent = await sendEvent(event);
    if (!sent) throw again('the endpoint is busy', busyHostMs);
    const { state, waitMs } = judge(event, sent.result);
    const nextAttempt = waitMs === undefined ? undefined : new Date(Date.now() + waitMs);
    await recordDelivery(database, { identifier, ...sent.attempt, outcome: { state, nextAttempt } });
    if (waitMs === undefined) return state;
    throw again(`attempt ${event.attempts + 1} was not answered with 2xx`, waitMs);
  };
}

/**
 * Sends the callback once more whatever its state, and says what came of it. A success counts as delivered; a failure
 * leaves the event as it was.
 */
export function createRedeliverCallback({ database }: ActivityDependencies, sendEvent: SendEvent) {
  return async function redeliverCallback(identifier: string): Promise<string> {
    const event = await loadEvent(database, identifier);
    if (!event) return 'has no callback to be told by';
    const sent = await sendEvent(event);
    if (!sent) throw again('the endpoint is busy', busyHostMs);
    const isDelivered = judgeDelivery(sent.result).kind === 'delivered';
    const outcome = isDelivered ? ({ state: 'delivered', nextAttempt: undefined } as const) : undefined;
    await recordDelivery(database, { identifier, ...sent.attempt, outcome });
    return isDelivered ? 'accepted it' : 'did not accept it';
  };
}

/** `Retry-After` replaces the step if it is longer; after the last step the event is exhausted. */
function judge(
  event: DueEvent,
  result: CallbackResult,
): { readonly state: EventState; readonly waitMs?: number } {
  const judgement = judgeDelivery(result);
  if (judgement.kind !== 'retry') return { state: judgement.kind };
  const step = event.timing.callbackRetriesMs[event.attempts];
  if (step === undefined) return { state: 'exhausted' };
  const jittered = step * (1 + jitter * (2 * Math.random() - 1));
  return { state: 'pending', waitMs: Math.max(jittered, (judgement.retryAfterSeconds ?? 0) * 1_000) };
}

function again(message: string, nextRetryDelay: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'DELIVERY_DUE', category, nextRetryDelay });
}
