import { timingSafeEqual } from 'node:crypto';
import { singleField } from './header-fields.js';
import type { HeaderFields } from './header-fields.js';
import { hmacSha256 } from './signing-string.js';

/** Standard Webhooks headers over one body, one `v1` signature for each secret. Timestamp in Unix seconds. */
export type WebhookHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** Signs by Standard Webhooks 1.0.0. Throws on an event id that could be read as another part of the signed text. */
export function signWebhook(
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
export function findWebhookProblem(
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
  if (Math.abs(rules.now.getTime() / millisecondsPerSecond - Number(timestamp)) > rules.skewSeconds) {
    return `webhook-timestamp is more than ${rules.skewSeconds} seconds away from this server's clock`;
  }
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
