import type { SigningKey } from '#gateway/signature/signing-secret';
import { verifyCallback } from '#gateway/signature/callback-signature';
import type { ReceivedMessage } from '#gateway/signature/verify-signed-message';
import { isJsonObject, readJson, type JsonObject } from './read-json.js';
import type { GatewayEvent, OtherEvent, TestEvent } from './messages/events.js';

export type { GatewayEvent, OtherEvent, TestEvent };

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
 * Verifies both signatures of a callback over its raw bytes (contract §8) and returns its event; one of a type that this
 * release does not know is `{ kind: 'other' }` (contract §15.7). Throws `CallbackRejected`. Callbacks come at least once:
 * act on each `event_id` once.
 */
export function readCallback(
  callback: ReceivedMessage,
  rules: CallbackRules,
): GatewayEvent | TestEvent | OtherEvent {
  const { keys, toleranceSeconds = toleranceSecondsDefault, now = new Date(), demand = 'both' } = rules;
  const verification = verifyCallback(callback, keys, { now, skewSeconds: toleranceSeconds });
  const isEnough =
    verification.kind === 'verified' && (demand === 'one' || verification.problems.length === 0);
  if (!isEnough) throw new CallbackRejected(verification.problems);
  const body = readJson(callback.rawBody.toString('utf8'));
  if (!isJsonObject(body) || typeof body['type'] !== 'string') throw notAnEvent();
  if (!Object.hasOwn(fieldsByType, body['type'])) return { kind: 'other' };
  if (!isKnown(body)) throw notAnEvent();
  return body;
}

const transactionFields = ['event_id', 'reference', 'status'];
/** By type, the texts without which the body of a callback is no event. */
const fieldsByType: Readonly<Record<string, readonly string[]>> = {
  payment: transactionFields,
  payout: transactionFields,
  refund: transactionFields,
  reversal: ['event_id', 'reference', 'kind'],
  test: ['event_id'],
} satisfies Readonly<Record<(GatewayEvent | TestEvent)['type'], readonly string[]>>;

function isKnown(body: JsonObject): body is JsonObject & (GatewayEvent | TestEvent) {
  return fieldsByType[String(body['type'])]?.every((name) => typeof body[name] === 'string') === true;
}

function notAnEvent(): CallbackRejected {
  return new CallbackRejected(['The body is not an event']);
}

const toleranceSecondsDefault = 300;
