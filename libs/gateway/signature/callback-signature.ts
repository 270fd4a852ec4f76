import { timingSafeEqual } from 'node:crypto';
import { signatureParameters } from './signature-parameters.js';
import {
  digestOf,
  findSkew,
  formatHttpDate,
  headerFields,
  hmacSha256,
  singleField,
  type HeaderFields,
} from './signed-text.js';
import { callbackSecretBytes, type SigningKey } from './signing-secret.js';
import { verifySignedMessage, type ReceivedMessage } from './verify-signed-message.js';

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

export type CallbackRules = {
  readonly now: Date;
  /** How far the signed instant may be from `now`, in either direction. */
  readonly skewSeconds: number;
  /** Host names of the receiver; an entry without a port accepts every port. If absent, `Host` is not checked: the key is the merchant's alone. */
  readonly hosts?: readonly string[];
};

/** `signature` is the `Signature` header, `webhook` the Standard Webhooks headers (contract §8). */
type CallbackSignature = 'signature' | 'webhook';

/**
 * Verified when at least one of the two signatures is right; a proxy that rewrites the host or the path breaks the
 * first one only. `problems` says in words what is wrong with the others, without repeating anything received.
 */
export type CallbackVerification =
  | {
      readonly kind: 'verified';
      readonly by: readonly CallbackSignature[];
      readonly problems: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Verifies a callback over its raw bytes with the project's callback keys, in any order. */
export function verifyCallback(
  callback: ReceivedMessage,
  keys: readonly SigningKey[],
  rules: CallbackRules,
): CallbackVerification {
  const fields = headerFields(callback.rawHeaders);
  const secrets = new Map(keys.map((key) => [key.id, callbackSecretBytes(key.secret)]));
  const findSecret = (keyId: string): Buffer | undefined => secrets.get(keyId);
  const signatureRules = { now: rules.now, skewSeconds: rules.skewSeconds, hosts: rules.hosts };
  const signature = verifySignedMessage(callback, fields, 'signature', findSecret, signatureRules);
  const webhookProblem = findWebhookProblem(fields, callback.rawBody, [...secrets.values()], rules);

  const by: CallbackSignature[] = [];
  const problems: string[] = [];
  if (signature.kind === 'verified') by.push('signature');
  else problems.push(signature.description);
  if (webhookProblem === undefined) by.push('webhook');
  else problems.push(webhookProblem);
  return by.length > 0 ? { kind: 'verified', by, problems } : { kind: 'refused', problems };
}

/** Standard Webhooks headers over one body, one `v1` signature for each secret. Timestamp in Unix seconds. */
type WebhookHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** Signs by Standard Webhooks 1.0.0. Throws on an event id that could be read as another part of the signed text. */
function signWebhook(
  eventId: string,
  timestamp: number,
  body: Buffer | string,
  secrets: readonly Buffer[],
): WebhookHeaders {
  if (!eventIdForm.test(eventId)) throw new Error('An event id is evt_ and letters, digits, _ and - only');
  const content = signedContent(eventId, String(timestamp), Buffer.from(body));
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${hmacSha256(secret, content).toString('base64')}`)
      .join(' '),
  };
}

/** The sentence that says why a webhook does not verify with any of the secrets, or undefined when it does. */
function findWebhookProblem(
  fields: HeaderFields,
  body: Buffer,
  secrets: readonly Buffer[],
  rules: { readonly now: Date; readonly skewSeconds: number },
): string | undefined {
  const id = singleField(fields, 'webhook-id');
  const timestamp = singleField(fields, 'webhook-timestamp');
  const signatures = singleField(fields, 'webhook-signature');
  if (!id || !timestamp || !signatures) return 'webhook-id, -timestamp or -signature is missing or repeated';
  if (!timestampForm.test(timestamp)) return 'webhook-timestamp is not a number of seconds';
  const skew = findSkew(new Date(Number(timestamp) * millisecondsPerSecond), rules);
  if (skew !== undefined) return `webhook-timestamp ${skew}`;
  const content = signedContent(id, timestamp, body);
  const expected = secrets.map((secret) => hmacSha256(secret, content));
  const claimed = signatures.split(' ').flatMap(readVersion1);
  if (claimed.some((one) => expected.some((other) => timingSafeEqual(one, other)))) return undefined;
  return 'No signature in webhook-signature is right';
}

function signedContent(id: string, timestamp: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/** Other versions of the scheme may stand beside `v1`; they are left alone. */
function readVersion1(entry: string): Buffer[] {
  return version1Form.test(entry) ? [Buffer.from(entry.slice('v1,'.length), 'base64')] : [];
}

// Cannot begin like a signing string, so that one secret may serve both schemes.
const eventIdForm = /^evt_[A-Za-z0-9_-]{1,64}$/;
const timestampForm = /^\d{1,12}$/;
const version1Form = /^v1,[A-Za-z0-9+/]{43}=$/;
const millisecondsPerSecond = 1000;
