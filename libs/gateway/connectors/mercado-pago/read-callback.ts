import { parseUrl } from '#domain/values/parse-url';
import type { CallbackReading, IncomingCallback } from '../connector.js';
import { isObject, parseJson } from '../json-body.js';

/** What carries our reference in the address of a notification, whose body names the provider's own id only. */
const referenceField = 'reference';

/** Where a payment's notifications go. It adds to the query what it has to say itself. */
export function notificationUrl(callbackUrl: string, providerReference: string): string {
  const query = new URLSearchParams({ source_news: 'webhooks', [referenceField]: providerReference });
  return `${callbackUrl}?${query.toString()}`;
}

/**
 * A notification is a hint. It says nothing but an id; and what its signature is over is described in two ways that contradict
 * each other, neither of which is relied on. That a payment was created is no news: the answer to the create call says it.
 */
export function readCallback({ target, rawBody }: IncomingCallback): CallbackReading {
  const providerReference = parseUrl(`http://localhost${target}`)?.searchParams.get(referenceField);
  const body = parseJson(rawBody.toString('utf8'));
  if (!providerReference || !isObject(body)) return { kind: 'unreadable' };
  const isNews = body.type === 'payment' && body.action !== 'payment.created';
  return isNews ? { kind: 'hint', providerReference } : { kind: 'unrelated' };
}
