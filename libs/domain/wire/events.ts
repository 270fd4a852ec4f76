import type { RawJson } from '../values/write-json.js';
import { objectOf, type PublishedFields } from './field.js';
import { finalStatus } from './record-parts.js';
import { commonFields, refundFields } from './record.js';
import { closedObject, instant, listOf, named, text, type Schema } from './schema.js';

const eventId = { event_id: { schema: text, example: 'evt_0190a6c2b1d47f3e8a5c' } };
/** The fields of a callback's body and of an entry of the event feed; only final transactions have events. */
export const eventFields: PublishedFields = {
  ...eventId,
  ...commonFields,
  status: { ...commonFields.status, schema: finalStatus },
  finished_date: { ...commonFields.finished_date, schema: instant },
};
/** Those of a refund (contract §15.6). */
export const refundEventFields: PublishedFields = {
  ...eventId,
  ...refundFields,
  status: { ...refundFields.status, schema: finalStatus },
  finished_date: { ...refundFields.finished_date, schema: instant },
};
/** Written once, when the transaction ends; callbacks and the feed send the stored text. */
export const event = named('Event', objectOf(eventFields) as Schema<RawJson>);

/** Maximum number of events of one page of the feed (contract §7). */
export const eventsMax = 100;
export const eventPage = named(
  'EventPage',
  closedObject({ events: listOf(event, { maxItems: eventsMax }), next_after: text }),
);
