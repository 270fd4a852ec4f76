import type { RawJson } from '../values/write-json.js';
import { objectOf, type PublishedFields } from './field.js';
import { finalStatus } from './record-parts.js';
import { commonFields, refundFields } from './record.js';
import { reversalEventFields } from './reversal.js';
import { closedObject, instant, listOf, named, text, type Schema } from './schema.js';

const ended = {
  status: { ...commonFields.status, schema: finalStatus },
  finished_date: { ...commonFields.finished_date, schema: instant },
};
const eventId = { schema: text, example: 'evt_0190a6c2b1d47f3e8a5c' };

/** The fields of the callback of a payment or payout, and of its entry in the feed; only final transactions have one. */
export const eventFields: PublishedFields = { event_id: eventId, ...commonFields, ...ended };
/** The same of a refund (contract §15.6). */
export const refundEventFields: PublishedFields = { event_id: eventId, ...refundFields, ...ended };

/** Written once, when the transaction ends or the reversal is told; callbacks and the feed send the stored text. */
export const event: Schema<RawJson> = named('Event', {
  oneOf: [
    named('TransactionEvent', objectOf(eventFields)),
    named('RefundEvent', objectOf(refundEventFields)),
    named('ReversalEvent', objectOf(reversalEventFields)),
  ],
  description: 'Of a `type` of its own. Ignore types that you do not know',
});

/** Maximum number of events of one page of the feed (contract §7). */
export const eventsMax = 100;
export const eventPage = named(
  'EventPage',
  closedObject({ events: listOf(event, { maxItems: eventsMax }), next_after: text }),
);
