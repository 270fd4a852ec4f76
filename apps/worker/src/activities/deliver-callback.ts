import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { acceptedIt } from '#contracts/follow-up-flows';
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
import type { SendEvent, SentEvent } from './send-event.js';

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
    if (event.waitMs > 0) throw again('the next attempt is not due yet', event.waitMs);
    const sent = await sendEvent(event);
    if ('busyForMs' in sent) throw again('the endpoint is busy', sent.busyForMs);
    const outcome = judge(event, judgeDelivery(sent.result), !isPaused(endpoint));
    const state = await recordDelivery(database, describe(dependencies, event, sent, outcome));
    if (state !== 'pending' || outcome.kind !== 'retry') return state;
    throw again(`attempt ${event.attempts + 1} was not answered with 2xx`, outcome.waitMs);
  };
}

/**
 * Sends the callback once more whatever its state, and says what came of it. A success counts as delivered; a failure
 * leaves the event as it was, with its next attempt and its steps.
 */
export function createRedeliverCallback(dependencies: DeliveryDependencies, sendEvent: SendEvent) {
  return async function redeliverCallback(identifier: string): Promise<string> {
    const event = await loadEvent(dependencies.database, identifier);
    if (!event) return 'has no callback to be told by';
    const sent = await sendEvent(event);
    if ('busyForMs' in sent) throw again('the endpoint is busy', sent.busyForMs);
    const isDelivered = judgeDelivery(sent.result).kind === 'delivered';
    const outcome = { kind: isDelivered ? 'delivered' : 'stays' } as const;
    await recordDelivery(dependencies.database, describe(dependencies, event, sent, outcome));
    return isDelivered ? acceptedIt : 'did not accept it';
  };
}

/** `Retry-After` replaces the step if it is longer; after the last step the event is exhausted. */
function judge(event: DueEvent, judgement: DeliveryJudgement, usesStep: boolean): DeliveryAttempt['outcome'] {
  if (judgement.kind !== 'retry') return judgement;
  const { callbackRetriesMs } = event.timing;
  const step = callbackRetriesMs[event.steps] ?? (usesStep ? undefined : callbackRetriesMs.at(-1));
  if (step === undefined) return { kind: 'exhausted' };
  const jittered = step * (1 + jitter * (2 * Math.random() - 1));
  const waitMs = Math.max(jittered, (judgement.retryAfterSeconds ?? 0) * 1_000);
  return { kind: 'retry', waitMs, usesStep };
}

/** 410 ends its event and says nothing of the endpoint. */
function describe(
  { configuration }: DeliveryDependencies,
  { project, callbackUrl }: DueEvent,
  { result, attempt }: SentEvent,
  outcome: DeliveryAttempt['outcome'],
): DeliveryAttempt {
  const { kind } = judgeDelivery(result);
  const { projects, timing } = configuration();
  const { endpointPauseAfterMs, endpointProbeMs } = projects[project]?.timing ?? timing;
  const callbackRate = projects[project]?.callbackRate ?? rateOfNobody;
  return {
    ...attempt,
    endpoint: endpointOf(project, callbackUrl),
    isSuccess: kind === 'stopped' ? undefined : kind === 'delivered',
    terms: { pauseAfterMs: endpointPauseAfterMs, probeMs: endpointProbeMs, callbackRate },
    outcome,
  };
}

/** Of a project that has left the configuration: it has no targets either. */
const rateOfNobody = 1;

function again(message: string, nextRetryDelay: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'DELIVERY_DUE', category, nextRetryDelay });
}
