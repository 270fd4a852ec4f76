import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { changeStripe, listStripe, type AskStripe, type StripeRow as Row } from '../fakes/ask-stripe.js';
import type { Random } from '../fakes/seeded-random.js';
import { stripeCredentials } from '../fakes/stripe-orders.js';
import { stripeCards } from './stripe-traffic.js';

/** Stripe World sends no events; they are in its list. */
type Event = Row & { readonly type: string; readonly data: { readonly object: Row } };

export type StripeEvents = {
  /**
   * Tells once more what happened to money after a success. Such an event is a hint, and the look-up that it asks for may be lost
   * in bad weather; the next one is made a day later.
   */
  tellAgain(): void;
  /** Whether the gateway has answered an event of that type about that object, since `tellAgain` if that was called. */
  isTold(id: string, type: string): boolean;
  /** Number of events that are still to be answered, or of which the gateway may not have made everything yet. */
  countLeft(): Promise<number>;
  stop(): Promise<void>;
};

const everyMs = 500;
const retryMs = 1_000;
const answerLimitMs = 5_000;
const lateMsMax = 3_000;
const shareLost = 0.1;
const shareTwice = 0.1;
const shareWon = 0.5;
/** Longer than the first look-up takes that an event causes. */
const workMs = 15_000;
const hints: readonly string[] = ['charge.dispute.created', 'charge.dispute.closed', 'refund.created'];
const lastFour = stripeCards.panel.slice(-4);

/**
 * Sends the events of Stripe World to the gateway as Stripe would: signed by its own client, late, in another order, some twice,
 * some never, each until it is answered. Meanwhile it plays the people who refund in the dashboard and answer disputes.
 */
export function startStripeEvents(ask: AskStripe, targets: readonly string[], random: Random): StripeEvents {
  const told = new Set<string>();
  const afterwards: Event[] = [];
  const underWay = new Set<Promise<void>>();
  let newest: string | undefined;
  let toldAt = 0;
  let hasEnded = false;

  const deliver = async (event: Event, times: number) => {
    const body = JSON.stringify(event);
    for (let left = times; left > 0 && !hasEnded;) {
      await sleep(random.whole(0, lateMsMax));
      if (await isAnswered(random.pick(targets), body)) {
        left -= 1;
        toldAt = Date.now();
        told.add(keyOf(event.data.object.id, event.type));
      } else await sleep(retryMs);
    }
  };
  const begin = (event: Event, times: number) => {
    const one = deliver(event, times).finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const read = async () => {
    const known = newest;
    const events = (await listStripe(ask, '/v1/events', ({ id }) => id === known)) as readonly Event[];
    newest = events[0]?.id ?? newest;
    for (const event of events.toReversed()) {
      await act(ask, event, random);
      if (hints.includes(event.type)) afterwards.push(event);
      if (!random.chance(shareLost)) begin(event, random.chance(shareTwice) ? 2 : 1);
    }
  };
  const loop = (async () => {
    while (!hasEnded) {
      await read();
      await sleep(everyMs);
    }
  })();
  // It is awaited at the end.
  loop.catch(() => undefined);
  return {
    tellAgain() {
      told.clear();
      for (const event of afterwards) begin(event, 1);
    },
    isTold: (id, type) => told.has(keyOf(id, type)),
    async countLeft() {
      const known = newest;
      const unread = await listStripe(ask, '/v1/events', ({ id }) => id === known);
      return unread.length + underWay.size + (Date.now() - toldAt < workMs ? 1 : 0);
    },
    async stop() {
      hasEnded = true;
      await loop;
      await Promise.all(underWay);
    },
  };
}

/** What people do in the dashboard. */
async function act(ask: AskStripe, { type, data: { object } }: Event, random: Random): Promise<void> {
  if (type === 'charge.succeeded' && JSON.stringify(object).includes(`"last4":"${lastFour}"`)) {
    const part = random.chance(0.5) ? { amount: '1000' } : undefined;
    await changeStripe(ask, '/v1/refunds', { payment_intent: String(object['payment_intent']), ...part });
  }
  const isTaken = type === 'charge.dispute.created' && object['status'] === 'needs_response';
  if (isTaken && random.chance(shareWon)) {
    const evidence = { 'evidence[uncategorized_text]': 'winning_evidence', submit: 'true' };
    await changeStripe(ask, `/v1/disputes/${object.id}`, evidence);
  }
}

async function isAnswered(target: string, body: string): Promise<boolean> {
  const secret = stripeCredentials.webhook_secret;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(answerLimitMs),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function keyOf(id: string, type: string): string {
  return `${id} ${type}`;
}
