import { digestOf } from './digest.js';
import { formatHttpDate } from './http-date.js';
import { signatureParameters } from './sign-request.js';
import { callbackSecretBytes } from './signing-secret.js';
import type { SigningKey } from './signing-secret.js';
import { signWebhook } from './webhook-signature.js';
import type { WebhookHeaders } from './webhook-signature.js';

export type CallbackToSign = {
  readonly url: string;
  /** The instant of this attempt; `Date` and `webhook-timestamp` both say it. */
  readonly date: Date;
  /** The bytes of the event, the same on every attempt. */
  readonly body: Buffer | string;
  /** Starts with `evt_`. */
  readonly eventId: string;
  /** The active key first; others are on their way out and sign the webhook only. At least one. */
  readonly keys: readonly SigningKey[];
};

export type CallbackHeaders = WebhookHeaders & {
  readonly 'content-type': string;
  readonly host: string;
  readonly date: string;
  readonly digest: string;
  readonly signature: string;
};

/** Headers of one delivery attempt, with the two independent signatures of contract §8. Throws without a key. */
export function signCallback(callback: CallbackToSign): CallbackHeaders {
  const [active] = callback.keys;
  if (!active) throw new Error('A callback cannot be signed without a callback key');
  const { host, pathname, search } = new URL(callback.url);
  const date = formatHttpDate(callback.date);
  const digest = digestOf(callback.body);
  const parts = { method: 'POST', path: pathname + search, host, date, digest };
  const timestamp = Math.floor(callback.date.getTime() / millisecondsPerSecond);
  const secrets = callback.keys.map((key) => callbackSecretBytes(key.secret));
  return {
    'content-type': 'application/json',
    host,
    date,
    digest,
    signature: signatureParameters(parts, callbackSecretBytes(active.secret), active.id),
    ...signWebhook(callback.eventId, timestamp, callback.body, secrets),
  };
}

const millisecondsPerSecond = 1000;
