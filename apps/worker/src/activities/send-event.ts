import { signingKeysOf } from '#domain/keys/key-set';
import type { CallbackResult, CallbackSender } from '#gateway/callbacks/send-callback';
import type { DeliveryAttempt, DueEvent } from '#persistence/callbacks/deliveries';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { HostGate } from './host-gate.js';
import { whileBeating } from './while-beating.js';

export type SentEvent = {
  readonly result: CallbackResult;
  /** The attempt as it is logged: time, status and latency, never an answer's body. */
  readonly attempt: Pick<DeliveryAttempt, 'eventId' | 'at' | 'httpStatus' | 'failure' | 'latencyMs'>;
};

/** Sends an event once; nothing when its host has its fill of ours. */
export type SendEvent = (event: DueEvent) => Promise<SentEvent | undefined>;

/** Signs with the project's keys and holds to its targets as they are at this moment, not as they were. */
export function createSendEvent(
  { configuration, storedKeys, keyUses }: ActivityDependencies,
  send: CallbackSender,
  gate: HostGate,
): SendEvent {
  return async (event) => {
    const leave = gate.enter(new URL(event.callbackUrl).host);
    if (!leave) return undefined;
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
    ).finally(leave);
    crashPoint('after delivery');
    return { result, attempt: { eventId: event.eventId, at, ...describe(result) } };
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
