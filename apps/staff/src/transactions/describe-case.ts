import type { EventState } from '#domain/delivery/event-states';
import type { TransactionType } from '#domain/transaction/status';
import type { StaffCase } from '#persistence/staff/load-case';
import { writeAmounts, writeDistance } from '../pages/words.js';

/** What a transaction waits for, in sentences for people, by the books alone; the first says the most. */
export function describeCase(it: StaffCase, now: Date): readonly string[] {
  const reviews = it.reviews.map(({ id, cause, said }) => {
    const words = said === '' ? '' : `: the provider says ${said}, asked for ${it.asked}`;
    return writeAmounts(`A person is needed: review ${id}, ${cause}${words}.`);
  });
  return [...reviews, waitOf(it, now), ...lookUpOf(it, now), ...deliveryOf(it, now)];
}

function waitOf(it: StaffCase, now: Date): string {
  const { type, until } = it;
  const isOpen = it.phase === 'waiting' || it.phase === 'unknown';
  if (isOpen && it.reviews.some(({ cause }) => answeredCauses.has(cause)))
    return `Its provider has answered, and the answer does not end it: a person has to decide. ${kept[type]}`.trimEnd();
  const end = `${until.toISOString().slice(0, 19).replace('T', ' ')}, ${writeDistance(until, now)}`;
  switch (it.phase) {
    case 'awaitingInput':
      return awaitedInput(it, end);
    case 'due':
      return `It is about to be sent to the ${it.isUnreached ? 'next ' : ''}provider.`;
    case 'waiting': {
      const accepted = `${capitalized(it.provider ?? 'the provider')} has accepted it and has not said how it ended.`;
      if (type !== 'payment') return `${accepted} ${kept[type]}`;
      return `${accepted} ${until > now ? `The customer can pay until ${end}.` : 'The time to pay is over.'}`;
    }
    case 'unknown':
      return `The provider did not answer clearly and may have ${did[type]}. It is never sent again; it is looked up until the outcome is known. ${kept[type]}`.trimEnd();
    case 'final':
      return it.isUnreached
        ? `It has ended: ${it.status}. No provider was reached, and nothing was sent.`
        : `It has ended: ${it.status}.`;
  }
}

function awaitedInput({ type, awaitsBank, waitsFor }: StaffCase, end: string): string {
  if (type === 'payment') return `Waiting for the customer to pay on the hosted page, until ${end}.`;
  if (waitsFor !== null) return 'Not sent yet: it waits for its turn among the refunds of its payment.';
  return awaitsBank
    ? `Waiting for the merchant to choose the bank, until ${end}. ${kept[type]}`
    : `Held before it was sent, until ${end}: a person has to approve it. ${kept[type]}`;
}

function lookUpOf({ nextLookUp, phase }: StaffCase, now: Date): readonly string[] {
  if (nextLookUp === undefined) return [];
  const at = nextLookUp > now ? writeDistance(nextLookUp, now) : 'at any moment';
  return [phase === 'final' ? `Its provider is asked once more ${at}.` : `The provider is asked next ${at}.`];
}

function deliveryOf({ delivery, nextDelivery }: StaffCase, now: Date): readonly string[] {
  if (delivery === undefined) return [];
  const next =
    nextDelivery && delivery === 'pending' ? ` The next attempt is ${writeDistance(nextDelivery, now)}.` : '';
  return [`${callbacks[delivery]}${next}`];
}

/** Causes of reviews after which nothing but a person ends the transaction. */
const answeredCauses: ReadonlySet<string> = new Set([
  'wrong amount',
  'awaits approval at the provider',
  'not found at the provider',
]);

/** What became of the money meanwhile. */
const kept: Readonly<Record<TransactionType, string>> = {
  payment: '',
  payout: 'Its funds are reserved.',
  refund: 'Its amount is held.',
};

const did: Readonly<Record<TransactionType, string>> = {
  payment: 'taken the money',
  payout: 'paid',
  refund: 'refunded',
};

const callbacks: Readonly<Record<EventState, string>> = {
  pending: 'The merchant has not accepted the callback yet.',
  none: 'There is no callback for it.',
  delivered: 'The merchant has accepted the callback.',
  stopped: 'The merchant’s endpoint has answered 410: the callback is not sent again.',
  exhausted: 'The merchant never accepted the callback, and it is no longer sent by itself.',
  paused:
    'The callback waits, because its endpoint is paused. It is sent when the endpoint accepts callbacks again.',
};

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
