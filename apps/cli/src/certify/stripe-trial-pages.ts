import { createHmac, randomUUID } from 'node:crypto';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { ways } from '#gateway/connectors/stripe/ways';
import { newOrder, objectOf, rowsOf, type Bench, type Body, type Handle } from './stripe-trial-bench.js';
import { prepareOfAccount } from './stripe-trial-capabilities.js';
import { heard } from './stripe-trial-cards.js';
import type { Point } from './stripe-trial-point.js';

/** Pages, and how they end when nobody pays on them. */
export const pagePoints: readonly Point[] = [
  ...Object.entries(ways)
    .filter(([, { isOnPage }]) => isOnPage)
    .map(([method, { currency = 'EUR' }]): Point => ({
      name: `a page of ${method} has its address as long as it is open`,
      asks: `a Checkout Session of ${method}, and its address`,
      believed: 'accepted redirect, open',
      async see(bench) {
        const handle = await prepareOfAccount(bench, newOrder(method, currency));
        const sent = await bench.submit(handle);
        const challenge = sent.kind === 'accepted' ? sent.challenge?.type : undefined;
        return `${sent.kind} ${challenge ?? 'without an address'}, ${heard(await bench.lookUp(handle))}`;
      },
    })),
  {
    name: 'a page has no payment before somebody tries to pay',
    asks: 'a new Checkout Session, as it is shown',
    believed: 'no payment',
    async see(bench) {
      const { prepared } = await openPage(bench);
      const { payment_intent: intent } = await bench.show(prepared);
      return intent === null || intent === undefined ? 'no payment' : 'a payment';
    },
  },
  {
    name: 'a page can be closed at once, and then has no address',
    asks: 'the end of an open Checkout Session, twice',
    believed: 'cancelled, then expired without an address, again expired',
    async see(bench) {
      const handle = await openPage(bench);
      const [closed, after] = [await bench.cancel(handle), await bench.lookUp(handle)];
      const { url } = await bench.show(handle.prepared);
      const address = typeof url === 'string' ? 'with' : 'without';
      const again = await bench.cancel(handle);
      return `${heard(closed)}, then ${heard(after)} ${address} an address, again ${heard(again)}`;
    },
  },
  {
    name: 'the event of a closed page makes us ask, by our reference',
    asks: 'the end of a page, and the event about it',
    believed: 'hint by our reference',
    async see(bench) {
      const handle = await openPage(bench);
      await bench.cancel(handle);
      const event = await eventOf(bench, 'checkout.session.expired', handle.prepared);
      if (!event) return 'no event';
      const reading = read(event, bench);
      const isOurs = 'providerReference' in reading && reading.providerReference === handle.providerReference;
      return isOurs ? `${reading.kind} by our reference` : reading.kind;
    },
  },
];

function openPage(bench: Bench): Promise<Handle> {
  return bench.prepare(newOrder('card', 'EUR'), { ...bench.account, credentials: withoutGrant(bench) });
}

function withoutGrant({ account }: Bench) {
  return { ...account.credentials, raw_cards: 'no' };
}

/** The event of a type that shows an object; it may come a moment later. */
export function eventOf(bench: Bench, type: string, id: string): Promise<Body | undefined> {
  return bench.until(async () => {
    const { data } = objectOf(await bench.get('/v1/events', { type, limit: 100 }));
    return rowsOf(data).find((event) => JSON.stringify(event.data).includes(id));
  });
}

/** An event as our connector would read it, had Stripe signed it for us: for that, it needs an address of ours. */
export function read(event: Body, { account }: Bench) {
  const secret = `whsec_${randomUUID().replaceAll('-', '')}`;
  const rawBody = Buffer.from(JSON.stringify(event));
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  const signed = { ...account, credentials: { ...account.credentials, webhook_secret: secret } };
  return stripeConnector.readCallback({ target: '/', headers, rawHeaders: [], rawBody }, [signed]);
}
