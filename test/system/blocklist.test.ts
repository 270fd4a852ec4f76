import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readLinks } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, idealBody, pixBody, withoutCard } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { africaPayout, boliviaPayout, choicePayout, pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: who or what is on the blocklist moves no money: refused before registration, or ended without being sent. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

const declined = { code: 451, reason: 'General risk decline' };
const approvedCard = '4242424242424242';

/** The blocked values of contract §12 and what specification §7 says of each. */
const blocked = [
  ['blocked-customer', '4000000000000101', 'is blocked'],
  ['blocked-merchant', '4000000000000200', 'is blocked for all merchant projects'],
  ['blocked-project', '4000000000000309', 'is blocked for the specified project'],
  ['blocked-system', '4000000000000408', 'is blocked system-wide'],
  ['blocked-global', '4000000000000507', 'is globally locked'],
] as const;

const withCustomer = (body: Body, identifier: string): Body => ({
  ...body,
  customer: { ...(body['customer'] as object), identifier },
});

/** Refused with 451 in these words, and not registered: the reference is free for the body that is allowed. */
async function expectRefused(type: string, body: Body, description: string, allowed: Body): Promise<void> {
  const { reference } = body;
  const refusal = { status: 400, ...declined, description, reference };
  expectError(await merchant.post(`/v2/${type}`, body), refusal);
  // Nothing is known of it: the very same request is judged anew.
  expectError(await merchant.post(`/v2/${type}`, body), refusal);
  expect((await merchant.get(`/v2/${type}/${reference}`)).status).toBe(404);
  const accepted = await merchant.post(`/v2/${type}`, { ...allowed, reference });
  expect([accepted.status, accepted.body['error_code']]).toEqual([200, 0]);
}

describe.concurrent.each(blocked)('%s and the card %s', (customer, pan, words) => {
  it.each<readonly [string, string, Body]>([
    ['a direct payment', 'payment', idealBody({ sandbox: 'success' })],
    ['a hosted payment', 'payment', pixBody()],
    ['a PIX payout', 'payout', pixPayout()],
    ['a payout to Bolivia', 'payout', boliviaPayout()],
    ['a payout to Africa', 'payout', africaPayout()],
    ['a payout whose bank is still to be chosen', 'payout', choicePayout()],
  ])('the customer is refused %s', async (_name, type, body) => {
    await expectRefused(type, withCustomer(body, customer), `Customer ${words}`, body);
  });

  it('the card is refused', async () => {
    const meta = { sandbox: 'success' };
    await expectRefused('payment', cardBody(pan, meta), `Card ${words}`, cardBody(approvedCard, meta));
  });

  it('the customer is named before the card', async () => {
    const body = cardBody(pan, { sandbox: 'success' });
    const allowed = cardBody(approvedCard, { sandbox: 'success' });
    await expectRefused('payment', withCustomer(body, customer), `Customer ${words}`, allowed);
  });

  it.each<readonly [string, Body]>([
    ['HPP', cardPageBody()],
    ['H2H', withoutCard(cardBody(''))],
  ])('the card entered on the hosted form ends the %s payment, and nothing is sent', async (style, body) => {
    const { body: created } = await merchant.post('/v2/payment', body);
    const visitor = createCustomer();
    const page = await visitor.open(formUrlOf(created));
    const posted = await visitor.submit(page, 'pay', enteredCard(pan));
    const description = `Card ${words}`;
    const record = await proveEnd(observers, body.reference, {
      status: 'declined',
      ...declined,
      description,
    });
    expect(record['card']).toEqual({ first6: pan.slice(0, 6), last4: pan.slice(-4), brand: 'visa' });
    const shown = style === 'H2H' ? ['pending', 'created'] : ['new'];
    const history = record['history'] as readonly { readonly status: string }[];
    expect(history.map(({ status }) => status)).toEqual([...shown, 'pending', 'declined']);

    const identifier = String(created['identifier']);
    expect(await observers.witness.charges(identifier)).toEqual([]);
    expect(await books.rows('select from card_vault where identifier = $1', identifier)).toEqual([]);
    const failed = `${urls.sandbox}/merchant/failed`;
    const last = await visitor.reloadUntil(posted, ({ html }) => readLinks(html).includes(failed));
    expect(last.html).toContain('Payment declined');
    await visitor.submit(page, 'pay', enteredCard(approvedCard));
    expect(await observers.witness.charges(identifier)).toEqual([]);
  });
});

describe.concurrent('who is not on the blocklist', () => {
  it.each<readonly [string, Body]>([
    ['HPP', cardPageBody({ sandbox: 'success' })],
    ['H2H', withoutCard(cardBody('', { sandbox: 'success' }))],
  ])('pays on the hosted form with %s', async (_style, body) => {
    const { body: created } = await merchant.post('/v2/payment', body);
    const visitor = createCustomer();
    await visitor.submit(await visitor.open(formUrlOf(created)), 'pay', enteredCard(approvedCard));
    await proveEnd(observers, body.reference, { status: 'success' });
    expect(await observers.witness.charges(String(created['identifier']))).toHaveLength(1);
  });

  it.each(['blocked-customers', 'blocked_customer', 'blocked'])('is another customer: %s', async (name) => {
    const body = withCustomer(idealBody({ sandbox: 'success' }), name);
    expect((await merchant.post('/v2/payment', body)).body['error_code']).toBe(0);
  });
});

describe('the order of stages', () => {
  const blockedBody = (changes: Readonly<Record<string, unknown>> = {}) =>
    withCustomer(idealBody({ sandbox: 'success' }, changes), 'blocked-customer');

  it.each<readonly [string, string, Body, number]>([
    ['after a disabled project', 'project_off', blockedBody(), 121],
    ['after a missing URL', 'strict', blockedBody(), 31],
    ['after the callback target', 'demo', blockedBody({ callback_url: 'http://10.0.0.1/hook' }), 30],
    ['before the methods of the project', 'card_only', blockedBody(), 451],
    ['before the route', 'no_route', blockedBody(), 451],
    ['before the limits', 'limits', blockedBody({ amount: 1 }), 451],
  ])('the blocklist comes %s', async (_place, key, body, code) => {
    const { status, body: answer } = await createMerchant(urls.api, `mk_test_${key}`).post(
      '/v2/payment',
      body,
    );
    expect([status, answer['error_code']]).toEqual([400, code]);
  });

  it('a known reference is answered before it', async () => {
    const body = idealBody({ sandbox: 'success' });
    expect((await merchant.post('/v2/payment', body)).body['error_code']).toBe(0);
    const { body: answer } = await merchant.post('/v2/payment', withCustomer(body, 'blocked-customer'));
    expect(answer['error_code']).toBe(108);
  });
});

function formUrlOf(answer: Readonly<Record<string, unknown>>): string {
  const challenge = answer['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(answer['redirect_url']);
}
