import { parseUrl } from '#domain/values/parse-url';
import type { CallbackReading, IncomingCallback } from '../connector.js';
import { isObject, parseJson } from '../json-body.js';
import { readId } from './read-payment.js';

/** The query parameter with our reference in the address of a notification, whose body has only the provider's own id. */
const referenceField = 'reference';

/** The address of a payment's notifications. The provider adds its own query parameters. */
export function notificationUrl(callbackUrl: string, providerReference: string): string {
  const query = new URLSearchParams({ source_news: 'webhooks', [referenceField]: providerReference });
  return `${callbackUrl}?${query.toString()}`;
}

/** Types of a notification about a charge-back, by either way of its delivery. */
const chargebackTypes: readonly unknown[] = ['chargebacks', 'topic_chargebacks_wh'];

/**
 * A notification is a hint: it contains only an id, and the two published descriptions of its signature contradict each
 * other, so neither is relied on. A notification that a payment was created is ignored: the create call has returned that.
 */
export function readCallback({ target, rawBody }: IncomingCallback): CallbackReading {
  const providerReference = parseUrl(`http://localhost${target}`)?.searchParams.get(referenceField);
  const body = parseJson(rawBody.toString('utf8'));
  if (!isObject(body)) return { kind: 'unreadable' };
  // Without our reference, only a payment's own id could be known to us.
  const paymentId = body.type === 'payment' && isObject(body.data) ? readId(body.data.id) : undefined;
  if (!providerReference && paymentId === undefined) return { kind: 'unreadable' };
  const isNews =
    chargebackTypes.includes(body.type) || (body.type === 'payment' && body.action !== 'payment.created');
  if (!isNews) return { kind: 'unrelated' };
  if (providerReference) return { kind: 'hint', providerReference };
  return paymentId === undefined ? { kind: 'unreadable' } : { kind: 'hint', providerId: paymentId };
}
