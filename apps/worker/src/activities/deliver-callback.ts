import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { judgeDelivery } from '#gateway/callbacks/judge-delivery';
import type { CallbackResult, CallbackSender } from '#gateway/callbacks/send-callback';
import { loadEvent, recordDelivery, type DueEvent, type EventState } from '#persistence/callbacks/deliveries';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { HostGate } from './host-gate.js';

/** An endpoint that is busy with our other callbacks is tried again after this time; no attempt is counted. */
const busyHostMs = 1_000;

/** Jitter of the retries, so that one outage does not bring all its callbacks back at one instant. */
const jitter = 0.2;

/**
 * One attempt to tell the merchant (contract §8). Fails on purpose while another attempt is due, so that Temporal
 * waits, shows the next one to operations and lets them hurry it. The count is in the books, not in the flow.
 */
export function createDeliverCallback(
  { database, configuration }: ActivityDependencies,
  send: CallbackSender,
  gate: HostGate,
) {
  return async function deliverCallback(identifier: string): Promise<EventState> {
    const event = await loadEvent(database, identifier);
    if (event?.state !== 'pending') return event?.state ?? 'none';
    const leave = gate.enter(new URL(event.callbackUrl).host);
    if (!leave) throw again('the endpoint is busy', busyHostMs);

    const at = new Date();
    const project = configuration().projects[event.project];
    crashPoint('before delivery');
    const result = await send({
      url: event.callbackUrl,
      body: Buffer.from(event.body),
      eventId: event.eventId,
      keys: project?.callbackKeys ?? [],
      targets: project?.callbackTargets ?? [],
      date: at,
      timeoutMs: event.timing.callbackAttemptMs,
    }).finally(leave);

    crashPoint('after delivery');
    const { state, waitMs } = judge(event, result);
    await recordDelivery(database, {
      eventId: event.eventId,
      identifier,
      n: event.attempts + 1,
      at,
      ...describeResult(result),
      state,
      nextAttempt: waitMs === undefined ? undefined : new Date(Date.now() + waitMs),
    });
    if (waitMs === undefined) return state;
    throw again(`attempt ${event.attempts + 1} was not answered with 2xx`, waitMs);
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

function describeResult(result: CallbackResult) {
  switch (result.kind) {
    case 'answered':
      return { httpStatus: result.httpStatus, failure: undefined, latencyMs: result.latencyMs };
    case 'refusedTarget':
      return { httpStatus: undefined, failure: 'refused target', latencyMs: 0 };
    case 'noAnswer':
      return { httpStatus: undefined, failure: result.reason, latencyMs: result.latencyMs };
  }
}

function again(message: string, nextRetryDelay: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'DELIVERY_DUE', category, nextRetryDelay });
}
