import { nextOrNull, pageLimit } from './page.js';
import { eventState } from './record-parts.js';
import {
  closedObject,
  count,
  instant,
  integer,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  url,
  uuid,
  type Schema,
} from './schema.js';

/** Why an attempt got no HTTP status (contract §7). */
export const deliveryErrors = [
  'timeout',
  'refused',
  'reset',
  'dns',
  'tls',
  'forbidden_address',
  'too_large',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

const httpStatus: Schema<number> = { ...integer, minimum: 100, maximum: 999 };
/** One attempt to deliver a callback; the answer of `POST /v2/callbacks/test`. */
export const delivery = named(
  'Delivery',
  closedObject({
    date: { ...instant, description: 'When it was sent' },
    status: {
      ...orNull(httpStatus),
      description: 'HTTP status; `null`: there was no answer',
    },
    error: {
      ...orNull(oneOf(deliveryErrors)),
      description: 'Why there was no answer; `null`: there was one',
    },
    duration_ms: { ...count, description: 'Until the status line, or until it was given up' },
  }),
);

const properties = {
  event_id: text,
  identifier: uuid,
  reference: text,
  state: eventState,
  attempts: count,
  next_attempt: { ...orNull(instant), description: '`null`: none is due' },
  callback_url: { ...orNull(url), description: '`null`: the transaction has none, and nothing is sent' },
};
export const callback = named('Callback', closedObject(properties));
/** The answer of `GET /v2/callbacks`. */
export const callbackPage = named(
  'CallbackPage',
  closedObject({ callbacks: listOf(callback, { maxItems: pageLimit.max }), next_after: nextOrNull }),
);
/** The answer of `GET /v2/callbacks/{event_id}`. */
export const callbackWithDeliveries = named(
  'CallbackWithDeliveries',
  closedObject({ ...properties, deliveries: listOf(delivery, { maxItems: 100 }) }),
);

/** The answer of `POST /v2/callbacks/redeliver`. */
export const redeliveryCount = named(
  'RedeliveryCount',
  closedObject({
    count: { ...count, maximum: 1_000, description: 'Callbacks that are sent again' },
    next_from: { ...orNull(instant), description: 'Where to go on; `null`: none is left' },
  }),
);

/** The answer to a provider's callback: an empty object. */
export const keptCallback: Schema<Readonly<Record<string, never>>> = { type: 'object' };
