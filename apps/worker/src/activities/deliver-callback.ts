import { endpointOf } from '#gateway/callbacks/endpoint-of';
import { judgeDelivery, type DeliveryJudgement } from '#gateway/callbacks/judge-delivery';
import {
  loadEvent,
  recordDelivery,
  settleSweep,
  type DeliveryAttempt,
  type DueEvent,
  type EventState,
} from '#persistence/callbacks/deliveries';
import { pauseEvent } from '#persistence/callbacks/endpoints';
import type { DeliveryDependencies } from './create-delivery-activities.js';
import { again } from './failures.js';
import { describeDelivery, type SendEvent } from './send-event.js';

/** Jitter of the retries, so that one outage does not bring all its callbacks back at one instant. */
const jitter = 0.2;

/**
 * One attempt to tell the merchant (contract §8). Fails on purpose while another attempt is due, so that Temporal
 * waits, shows the next one to operations and lets them hurry it. The count is in the books, not in the flow. Answers
 * `paused` when nothing is due before the endpoint was reached by another callback.
 */
export function createDeliverCallback(dependencies: DeliveryDependencies, sendEvent: SendEvent) {
  const { database, isPaused } = dependencies;
  return async function deliverCallback(identifier: string): Promise<EventState> {
    const event = await loadEvent(database, identifier);
    if (event?.state !== 'pending') {
      await settleSweep(database, identifier);
      return event?.state ?? 'none';
    }
    const { eventId } = event;
    const endpoint = endpointOf(event.project, event.callbackUrl);
    const isHeld = isPaused(endpoint) && !event.isReleased;
    if (isHeld && (await pauseEvent(database, { eventId, endpoint }))) return 'paused';
    if (event.waitMs > 0) throw due('the next attempt is not due yet', event.waitMs);
    const sent = await sendEvent(event);
    if ('busyForMs' in sent) throw due('the endpoint is busy', sent.busyForMs);
    const outcome = outcomeOf(event, judgeDelivery(sent.result), !isPaused(endpoint));
    const state = await recordDelivery(database, describeDelivery(dependencies, event, sent, outcome));
    if (state !== 'pending' || outcome.kind !== 'retry') return state;
    throw due(`attempt ${event.attempts + 1} was not answered with 2xx`, outcome.waitMs);
  };
}

/** `Retry-After` replaces the step if it is longer; after the last step the event is exhausted. */
function outcomeOf(
  event: DueEvent,
  judgement: DeliveryJudgement,
  usesStep: boolean,
): DeliveryAttempt['outcome'] {
  if (judgement.kind !== 'retry') return judgement;
  const { callbackRetriesMs } = event.timing;
  const step = callbackRetriesMs[event.steps] ?? (usesStep ? undefined : callbackRetriesMs.at(-1));
  if (step === undefined) return { kind: 'exhausted' };
  const jittered = step * (1 + jitter * (2 * Math.random() - 1));
  const waitMs = Math.max(jittered, (judgement.retryAfterSeconds ?? 0) * 1_000);
  return { kind: 'retry', waitMs, usesStep };
}

function due(message: string, waitMs: number) {
  return again('DELIVERY_DUE', message, waitMs);
}
