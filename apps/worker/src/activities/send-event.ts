import { signingKeysOf } from '#domain/keys/stored-keys';
import { endpointOf } from '#gateway/callbacks/endpoint-of';
import { judgeDelivery } from '#gateway/callbacks/judge-delivery';
import type { CallbackResult, CallbackSender } from '#gateway/callbacks/send-callback';
import type { DeliveryAttempt, DueEvent } from '#persistence/callbacks/deliveries';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { DeliveryGate } from './delivery-gate.js';
import { whileBeating } from './while-beating.js';

export type SentEvent = {
  readonly result: CallbackResult;
  /** The attempt as it is logged: time, status and latency, never an answer's body. */
  readonly attempt: Pick<DeliveryAttempt, 'eventId' | 'at' | 'httpStatus' | 'failure' | 'latencyMs'>;
};

/** Sends an event once; where its merchant or its host has its fill of ours, says after how many milliseconds to come back. */
export type SendEvent = (event: DueEvent) => Promise<SentEvent | { readonly busyForMs: number }>;

/** Signs with the project's keys and holds to its targets as they are at this moment, not as they were. */
export function createSendEvent(
  { configuration, storedKeys, keyUses }: ActivityDependencies,
  send: CallbackSender,
  gate: DeliveryGate,
): SendEvent {
  return async (event) => {
    const entered = gate.enter(event.merchant, event.callbackUrl);
    if ('waitMs' in entered) return { busyForMs: entered.waitMs };
    try {
      const at = new Date();
      const keys = signingKeysOf(configuration(), storedKeys(), event.project, at.getTime());
      for (const { id } of keys) keyUses.note(id);
      crashPoint('before delivery');
      const result = await whileBeating(() =>
        send({
          url: event.callbackUrl,
          body: Buffer.from(event.body),
          eventId: event.eventId,
          keys,
          targets: configuration().projects[event.project]?.callbackTargets ?? [],
          date: at,
          timeoutMs: event.timing.callbackAttemptMs,
        }),
      );
      crashPoint('after delivery');
      return { result, attempt: { eventId: event.eventId, at, ...describeResult(result) } };
    } finally {
      entered.leave();
    }
  };
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

/** The row of a delivery, by the terms that hold now. 410 ends its event and says nothing of the endpoint. */
export function describeDelivery(
  { configuration }: ActivityDependencies,
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
