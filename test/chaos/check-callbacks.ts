import { finalStates, groupBy, type Violation } from './chaos-run.js';
import type { CallbackSeen, Evidence, EventSeen, TransactionSeen } from './gather-evidence.js';

/** What the merchant received, held against the books: contract §8 and §15.6 from outside. */
export function checkCallbacks({ transactions, events, callbacks }: Evidence): Violation[] {
  const received = groupBy(callbacks, (callback) => callback.eventId);
  const byIdentifier = groupBy(events, (event) => event.identifier);
  const known = new Set(events.map((event) => event.event_id));
  return [
    ...transactions
      .filter((transaction) => finalStates.includes(transaction.status))
      .flatMap((transaction) =>
        checkOne(transaction, byIdentifier.get(transaction.identifier) ?? [], received),
      ),
    ...transactions.flatMap(({ identifier, reference, payment }) => {
      const [event] = byIdentifier.get(identifier) ?? [];
      const [before] = byIdentifier.get(payment ?? '') ?? [];
      return event && before && BigInt(event.committed_in) < BigInt(before.committed_in)
        ? [
            {
              invariant: "a payment's event comes before its refunds'",
              detail: `${reference} (${identifier})`,
            },
          ]
        : [];
    }),
    ...callbacks
      .filter((callback) => !callback.valid)
      .map(({ eventId }) => ({ invariant: 'every callback carries both signatures', detail: eventId })),
    ...[...received.keys()]
      .filter((eventId) => !known.has(eventId))
      .map((eventId) => ({ invariant: 'no callback before its state is committed', detail: eventId })),
  ];
}

function checkOne(
  { identifier, reference, status, callback_url: url }: TransactionSeen,
  events: readonly EventSeen[],
  received: ReadonlyMap<string, readonly CallbackSeen[]>,
): Violation[] {
  const violations: Violation[] = [];
  const say = (invariant: string, detail: string) =>
    violations.push({ invariant, detail: `${reference} (${identifier}): ${detail}` });
  const [event, ...others] = events;
  if (!event || others.length > 0) {
    say('every final state has its one event', `${events.length} events`);
    return violations;
  }
  const copies = received.get(event.event_id) ?? [];
  if (url !== null && event.state !== 'delivered') say('every callback is delivered', event.state);
  if (url !== null && copies.length === 0) say('every callback is delivered', 'the merchant never got one');
  if (new Set(copies.map((copy) => copy.digest)).size > 1) {
    say('copies of a callback are equal byte for byte', event.event_id);
  }
  for (const { body } of copies) {
    const isSame = body['status'] === status && body['identifier'] === identifier;
    if (!isSame)
      say('no callback contradicts the final state', `said ${String(body['status'])}, is ${status}`);
    const isStored = JSON.stringify(body) === JSON.stringify(JSON.parse(event.body));
    if (!isStored)
      say('copies of a callback are equal byte for byte', `${event.event_id} is not what is stored`);
  }
  return violations;
}
