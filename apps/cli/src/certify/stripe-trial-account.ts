import { randomUUID } from 'node:crypto';
import { apiVersion } from '#gateway/connectors/stripe/call-stripe';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import {
  limit,
  newOrder,
  NotTried,
  objectOf,
  rowsOf,
  said,
  Stopped,
  type Bench,
} from './stripe-trial-bench.js';
import { readCapabilities } from './stripe-trial-capabilities.js';
import { keepIntent } from './stripe-trial-cards.js';
import { forAPerson, type Point } from './stripe-trial-point.js';
import type { Assumption } from './trial.js';

const { payment } = stripeConnector;
const strangeKey = 'sk_test_000000000000000000000000';
/** A sandbox takes 25 requests a second. */
const burst = 60;
/** Of an event's signature (docs/providers/stripe.md, "Events"). */
const toleranceS = 300;

/** The key, the account, its lists and its limits. */
export const accountPoints: readonly Point[] = [
  {
    name: 'another key is refused by 401, and that proves that nothing was registered',
    asks: 'a preparation with a made-up key',
    believed: 'notSent: status 401',
    async see({ account }) {
      const stranger = { ...account, credentials: { ...account.credentials, secret_key: strangeKey } };
      const sent = await payment.prepare?.(newOrder('card', 'EUR'), stranger, limit);
      return sent?.kind === 'notSent' ? `${sent.kind}: ${sent.detail}` : (sent?.kind ?? '');
    },
  },
  {
    name: 'the account says which of our methods it has, and has cards',
    asks: 'the capabilities of the account',
    believed: 'card active',
    async see(bench) {
      const told = (await readCapabilities(bench)) ?? {};
      const saw = Object.entries(told)
        .map(([method, word]) => `${method} ${word}`)
        .join(', ');
      return { holds: told['card'] === 'active', saw: saw || 'nothing' };
    },
  },
  {
    name: 'Stripe’s clock and ours differ by less than what a signature of an event may be old',
    asks: 'when a new intent was created',
    believed: `less than ${toleranceS} s`,
    async see(bench) {
      const { created } = await bench.show((await bench.card()).prepared);
      const apart = Math.abs(Date.now() / 1_000 - Number(created));
      return { holds: apart < toleranceS, saw: `${apart.toFixed(0)} s` };
    },
  },
  {
    name: 'the account’s endpoints for our events are in the version that we read',
    asks: 'the list of endpoints for events',
    believed: apiVersion,
    async see(bench) {
      const { data } = objectOf(await bench.get('/v1/webhook_endpoints', { limit: 100 }));
      const ours = rowsOf(data).filter(({ url }) => String(url).includes('/provider-callbacks/'));
      if (ours.length === 0) throw new NotTried('the account has no endpoint at /provider-callbacks/ yet');
      const versions = new Set(ours.map((one) => String(one.api_version)));
      return [...versions].join(', ');
    },
  },
  {
    name: 'the statement has a payment at once',
    asks: 'a confirmed intent, and the movements of the balance of this hour',
    believed: 'payment listed',
    async see(bench) {
      const paid = await bench.card();
      await bench.confirm(paid, 'pm_card_visa');
      const asked = {
        from: new Date(Date.now() - 3_600_000),
        to: new Date(Date.now() + 3_600_000),
        timezone: 'UTC',
      };
      const statement = await stripeConnector.readStatement(asked, bench.account, limit);
      if (statement.kind !== 'read') return statement.detail;
      const isListed = statement.lines.some(({ reference }) => reference === paid.providerReference);
      return `payment ${isListed ? 'listed' : 'missing'}`;
    },
  },
  {
    name: 'the search has a new intent within a minute; we never rely on it',
    asks: 'the search for our reference, until it has it',
    believed: 'found',
    async see(bench) {
      const { providerReference } = await bench.card();
      const query = `metadata["gateway_reference"]:"${providerReference}"`;
      const startedAt = performance.now();
      const found = await bench.until(async () => {
        const { data } = objectOf(await bench.get('/v1/payment_intents/search', { query }));
        return rowsOf(data).length > 0 ? true : undefined;
      });
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      return { holds: found === true, saw: `${found ? 'found' : 'not found'} after ${seconds} s` };
    },
  },
  {
    name: 'what is refused with 429 was not registered',
    asks: `${burst} intents at the same moment, never confirmed, and the list of them`,
    believed: 'as many in the list as were answered with 200',
    async see(bench) {
      const batch = randomUUID();
      const form = { amount: 1_000, currency: 'eur', payment_method_types: ['card'], metadata: { batch } };
      const answers = await Promise.all(
        Array.from({ length: burst }, () => bench.post('/v1/payment_intents', form)),
      );
      const taken = answers.filter((answer) => keepIntent(bench, answer) !== undefined).length;
      if (taken === 0) throw new Stopped(answers.slice(0, 1).map(said).join());
      const refused = answers.find((answer) => answer.kind === 'answered' && answer.status === 429);
      if (!refused) throw new NotTried(`${burst} at once were not too many`);
      await bench.pause();
      const listed = await countOf(bench, batch);
      return { holds: listed === taken, saw: `${said(refused)}; ${listed} in the list of ${taken} with 200` };
    },
  },
];

async function countOf(bench: Bench, batch: string): Promise<number> {
  const created = { gte: Math.floor(Date.now() / 1_000) - 60 };
  const { data } = objectOf(await bench.get('/v1/payment_intents', { created, limit: 100 }));
  return rowsOf(data).filter((row) => JSON.stringify(row.metadata).includes(batch)).length;
}

/** What needs a customer, a browser, an address on the internet, or real money. */
export const forPersons: readonly Assumption[] = [
  forAPerson(
    'a customer who fails on a page may try again there, and what becomes of the payment when the page is then closed',
    'a person has to pay on the page: first by 4000 0000 0000 0002, then by 4242 4242 4242 4242',
  ),
  forAPerson(
    'a customer of 3-D Secure or iDEAL comes back to our address, and the payment ends',
    'a person has to follow the redirect in a browser',
  ),
  forAPerson(
    'an approval of mbway or payid in the app, or the mandate of payid, ends the payment',
    'a person has to follow the page',
  ),
  forAPerson(
    'events are delivered to /provider-callbacks/, signed with the secret of their endpoint',
    'Stripe has to reach a gateway: see "Setting it up", and send a test event in the dashboard',
  ),
  forAPerson(
    'money that a shop takes for a voucher after its cancel is paid back',
    'a test mode has no shop: ask Stripe',
  ),
  forAPerson(
    'what lock_timeout proves of a payment',
    'it cannot be provoked reliably: two requests at once may show it above',
  ),
];
