import { signingKeysOf } from '#domain/keys/stored-keys';
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
      return { result, attempt: { eventId: event.eventId, at, ...describe(result) } };
    } finally {
      entered.leave();
    }
  };
}

function describe(result: CallbackResult) {
  switch (result.kind) {
    case 'answered':
      return { httpStatus: result.httpStatus, failure: undefined, latencyMs: result.latencyMs };
    case 'refusedTarget':
      return { httpStatus: undefined, failure: 'refused target', latencyMs: 0 };
    case 'noAnswer':
      return { httpStatus: undefined, failure: result.reason, latencyMs: result.latencyMs };
  }
}
