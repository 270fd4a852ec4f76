import { Stripe } from 'stripe';
import { until } from '../witnesses/until.js';
import { listStripe, type AskStripe, type StripeObject } from './ask-stripe.js';
import { stripeCredentials } from './stripe-orders.js';

/** The latest event of a type in which this is named; Stripe World sends none, and has them in its list. */
export async function eventAt(ask: AskStripe, type: string, about: string): Promise<StripeObject> {
  const [event] = await until(
    async () => {
      const events = await listStripe(ask, '/v1/events');
      return events.filter((one) => one['type'] === type && JSON.stringify(one).includes(about));
    },
    (events) => events.length > 0,
  );
  return event as StripeObject;
}

/** The event with other fields in its object, as Stripe World has none. */
export function changedEvent(event: StripeObject, fields: StripeObject, type = event['type']): StripeObject {
  const { object } = event['data'] as { readonly object: StripeObject };
  return { ...event, id: `${String(event['id'])}x`, type, data: { object: { ...object, ...fields } } };
}

/** Sends an event as Stripe would, signed by its own client; returns the HTTP status of the answer. */
export async function sendEvent(
  apiUrl: string,
  event: StripeObject,
  secret = stripeCredentials.webhook_secret,
): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const { status } = await fetch(`${apiUrl}/provider-callbacks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return status;
}
