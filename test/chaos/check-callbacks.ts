import { finalStates, groupBy, type Violation } from './chaos-run.js';
import type { CallbackSeen, Evidence, EventSeen, TransactionSeen } from './gather-evidence.js';

/** What the merchant received, held against the books: contract §8 and §15.6 from outside. */
export function checkCallbacks({ transactions, events, callbacks }: Evidence): Violation[] {
  const received = groupBy(callbacks, (callback) => callback.eventId);
  const ofReversals = events.filter((event) => event.reversal_id !== null);
  const byIdentifier = groupBy(
    events.filter((event) => event.reversal_id === null),
    (event) => event.identifier,
  );
  const urls = new Map(transactions.map(({ identifier, callback_url: url }) => [identifier, url]));
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
    ...ofReversals.flatMap((event) => {
      const say = (invariant: string, detail: string) => ({
        invariant,
        detail: `${event.reversal_id} of ${event.identifier}: ${detail}`,
      });
      const url = urls.get(event.identifier) ?? null;
      return deliveryProblems(event, url, received).map(([invariant, detail]) => say(invariant, detail));
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
  for (const [invariant, detail] of deliveryProblems(event, url, received)) say(invariant, detail);
  for (const { body } of received.get(event.event_id) ?? []) {
    const isSame = body['status'] === status && body['identifier'] === identifier;
    if (!isSame)
      say('no callback contradicts the final state', `said ${String(body['status'])}, is ${status}`);
  }
  return violations;
}

/** The event has an address, or none: `url` is null. */
function deliveryProblems(
  event: EventSeen,
  url: string | null,
  received: ReadonlyMap<string, readonly CallbackSeen[]>,
): readonly (readonly [invariant: string, detail: string])[] {
  const problems: (readonly [string, string])[] = [];
  const copies = received.get(event.event_id) ?? [];
  if (url !== null && event.state !== 'delivered')
    problems.push(['every callback is delivered', event.state]);
  if (url !== null && copies.length === 0)
    problems.push(['every callback is delivered', 'the merchant never got one']);
  if (new Set(copies.map((copy) => copy.digest)).size > 1)
    problems.push(['copies of a callback are equal byte for byte', event.event_id]);
  for (const { body } of copies) {
    const isStored = JSON.stringify(body) === JSON.stringify(JSON.parse(event.body));
    if (!isStored)
      problems.push([
        'copies of a callback are equal byte for byte',
        `${event.event_id} is not what is stored`,
      ]);
  }
  return problems;
}
