import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readStripeJournal } from '../chaos/stripe-journal.js';
import { stripeCards } from '../chaos/stripe-traffic.js';
import { askStripe, changeStripe, listStripe, type AskStripe } from '../fakes/ask-stripe.js';
import { startStripeWorld } from '../fakes/stripe-servers.js';

/** Goal: a chaos run hears what Stripe World has really done. Method: payments that are made there without the gateway. */
let server: Awaited<ReturnType<typeof startStripeWorld>>;
let ask: AskStripe;
/** The first time, the server is installed. */
const patience = 600_000;

beforeAll(async () => {
  server = await startStripeWorld();
  if ('url' in server) ask = askStripe(server.url);
}, patience);
afterAll(async () => {
  if ('close' in server) await server.close();
});
beforeEach(({ skip }) => {
  if ('missing' in server) skip(server.missing);
});

const cards = { ...stripeCards, threeDSecure: '4000000000003220' };
const metadataOf = (reference: string) => ({ 'metadata[gateway_reference]': reference });

/** Makes a payment, and confirms it if there is a card. */
async function make(
  card?: keyof typeof cards,
): Promise<{ readonly identifier: string; readonly id: string }> {
  const identifier = randomUUID();
  const { id } = await changeStripe(ask, '/v1/payment_intents', {
    amount: '1234',
    currency: 'eur',
    'payment_method_types[]': 'card',
    ...metadataOf(`${identifier}-1`),
  });
  if (card) await confirm(id, card);
  return { identifier, id };
}

/** A card that is declined, and a second confirmation, are refused. */
async function confirm(id: string, card: keyof typeof cards): Promise<void> {
  const number = cards[card];
  const details = {
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };
  const method = await changeStripe(ask, '/v1/payment_methods', { type: 'card', ...details });
  const confirmed = await ask(`/v1/payment_intents/${id}/confirm`, { payment_method: method.id });
  const { error } = confirmed as { readonly error?: { readonly code: string } };
  expect([undefined, 'card_declined', 'payment_intent_unexpected_state']).toContain(error?.code);
}

async function journalOf(identifier: string, told: readonly string[] = []) {
  const journal = await readStripeJournal(ask, (id, type) => told.includes(`${id} ${type}`));
  return {
    orders: journal.orders.filter((order) => order.identifier === identifier),
    corrections: journal.corrections.filter((one) => one.identifier === identifier),
    givenBack: journal.givenBack.filter(({ charge }) => charge === `${identifier}-1`),
  };
}

it('the journal has a payment that was paid, once', async () => {
  const { identifier, id } = await make('good');
  await confirm(id, 'good');
  const charge = { kind: 'charge', order: `${identifier}-1`, end: 'CAPTURED', isPaid: true, moved: '12.34' };
  expect(await journalOf(identifier)).toMatchObject({ orders: [charge], corrections: [], givenBack: [] });
});

it('the journal has a payment that was declined', async () => {
  const { identifier } = await make('declined');
  expect(await journalOf(identifier)).toMatchObject({ orders: [{ end: 'REFUSED', isPaid: false }] });
});

it('the journal has no payment that nobody confirmed, not even a closed one', async () => {
  const { identifier, id } = await make();
  expect((await journalOf(identifier)).orders).toEqual([]);
  await changeStripe(ask, `/v1/payment_intents/${id}/cancel`, { cancellation_reason: 'abandoned' });
  expect((await journalOf(identifier)).orders).toEqual([]);
});

it('the journal has a payment that waits for its customer, and how it ends', async () => {
  const { identifier, id } = await make('threeDSecure');
  expect(await journalOf(identifier)).toMatchObject({ orders: [{ end: undefined }] });
  await changeStripe(ask, `/v1/payment_intents/${id}/cancel`, {});
  expect(await journalOf(identifier)).toMatchObject({ orders: [{ end: 'ABANDONED', isPaid: false }] });
});

it('the journal tells refunds of ours from those of the dashboard', async () => {
  const [{ identifier, id }, refund] = [await make('good'), randomUUID()];
  await changeStripe(ask, '/v1/refunds', { payment_intent: id, amount: '234', ...metadataOf(`${refund}-1`) });
  const { id: key } = await changeStripe(ask, '/v1/refunds', { payment_intent: id });
  const told = [`${key} refund.created`];
  expect(await journalOf(identifier, told)).toMatchObject({
    corrections: [{ kind: 'provider_refund', order: `${identifier}-1`, amount: '10', key, isTold: true }],
    givenBack: [{ amount: 2.34 }, { amount: 10 }],
  });
  const own = {
    kind: 'refund',
    order: `${refund}-1`,
    end: 'PAID_BACK',
    moved: '2.34',
    of: `${identifier}-1`,
  };
  expect((await journalOf(refund)).orders).toMatchObject([own]);
});

it('the journal has what became of a dispute', async () => {
  const { identifier } = await make('disputed');
  const [dispute] = await listStripe(ask, '/v1/disputes');
  const id = dispute?.id ?? '';
  const chargeback = { kind: 'chargeback', amount: '12.34', key: id };
  expect((await journalOf(identifier)).corrections).toMatchObject([{ ...chargeback, isTold: false }]);
  const evidence = { 'evidence[uncategorized_text]': 'winning_evidence', submit: 'true' };
  await changeStripe(ask, `/v1/disputes/${id}`, evidence);
  expect((await journalOf(identifier, [`${id} charge.dispute.created`])).corrections).toMatchObject([
    { ...chargeback, isTold: true },
    { kind: 'chargeback_won', key: `${id}:won`, isTold: false },
  ]);
});
