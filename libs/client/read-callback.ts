import type { SigningKey } from '#gateway/signature/signing-secret';
import { verifyCallback } from '#gateway/signature/callback-signature';
import type { ReceivedMessage } from '#gateway/signature/verify-signed-message';
import { isJsonObject, readJson } from './read-json.js';
import type { FinalEvent } from './messages/record.js';

/** A callback that you have asked for to see whether it arrives. It is about no transaction: answer it with 2xx. */
export type TestEvent = { readonly event_id: string; readonly type: 'test'; readonly timestamp: string };

export type CallbackRules = {
  /** The project's callback keys, `secret` in the form `whsec_…`: two of them while one replaces the other. */
  readonly keys: readonly SigningKey[];
  /** How far the signed times may be from `now`, in either direction. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
  /**
   * Each of the two signatures is proof on its own. `one` is for a service behind a proxy that changes host or path,
   * which breaks the `Signature` header and leaves the webhook headers whole.
   */
  readonly demand?: 'both' | 'one';
};

/** A callback that is not what the gateway sends, or too old. Answer it with 401. */
export class CallbackRejected extends Error {
  /** In words, without anything of what was received. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The callback is not accepted: ${problems.join('; ')}`);
    this.name = 'CallbackRejected';
    this.problems = problems;
  }
}

/**
 * Verifies both signatures of a callback over its raw bytes (contract §8) and returns its event. Throws
 * `CallbackRejected`. Callbacks come at least once: act on each `event_id` once.
 */
export function readCallback(callback: ReceivedMessage, rules: CallbackRules): FinalEvent | TestEvent {
  const { keys, toleranceSeconds = toleranceSecondsDefault, now = new Date(), demand = 'both' } = rules;
  const verification = verifyCallback(callback, keys, { now, skewSeconds: toleranceSeconds });
  const isEnough =
    verification.kind === 'verified' && (demand === 'one' || verification.problems.length === 0);
  if (!isEnough) throw new CallbackRejected(verification.problems);
  const event = readJson(callback.rawBody.toString('utf8'));
  if (!isEvent(event)) throw new CallbackRejected(['The body is not an event']);
  return event;
}

function isEvent(value: unknown): value is FinalEvent | TestEvent {
  if (!isJsonObject(value)) return false;
  const names = value['type'] === 'test' ? ['event_id'] : ['event_id', 'reference', 'status'];
  return names.every((name) => typeof value[name] === 'string');
}

const toleranceSecondsDefault = 300;
