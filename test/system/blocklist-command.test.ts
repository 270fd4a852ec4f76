import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, idealBody } from '../fakes/bodies.js';
import { blockIn, createBlocklist } from '../stack/blocklist.js';
import { openBooks } from '../witnesses/books.js';
import { newCard } from '../fakes/card-number.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { boliviaPayout, pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: whom operations block moves no money from the next second on, until the block is removed.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const blocklist = createBlocklist(sharedStack);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };
type Customer = Readonly<Record<string, string>>;

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const newEmail = () => `${randomUUID()}@Example.com`;

const why = ['--reason', 'chargebacks'];
const systemWide = ['--scope', 'system', ...why];

const withCustomer = (body: Body, customer: Customer): Body => ({
  ...body,
  customer: { ...(body['customer'] as object), ...customer },
});

/** Has no route, and the blocklist comes before the route: what is not refused with 451 is refused with 121. */
const probe = createMerchant(urls.api, 'mk_test_no_route');
const notBlocked = 121;

/** Sends the body with ever new references until it is answered with this code. */
async function untilCode(type: string, body: Body, code: number, by = probe) {
  const answer = await until(
    () => by.post(`/v2/${type}`, { ...body, reference: newReference() }),
    (got) => got.body['error_code'] === code,
  );
  return answer.body;
}

/** Blocked until it is removed, in these words. */
async function expectBlocked(type: string, body: Body, description: string, id: string) {
  await untilCode(type, body, 451);
  const { body: refused } = await merchant.post(`/v2/${type}`, body);
  expect(refused).toMatchObject({ error_code: 451, error_reason: 'General risk decline', description });
  expect((await merchant.get(`/v2/${type}/${body.reference}`)).status).toBe(404);
  expect(await blocklist(['remove', id, '--reason', 'was a mistake'])).toMatchObject({ code: 0 });
  await untilCode(type, body, notBlocked);
  expect((await merchant.post(`/v2/${type}`, body)).body['error_code']).toBe(0);
}

/** Opens a payment's form, on which a card is then entered; `pay` gives the status that the payment ends with. */
async function openForm(body: Body) {
  const { body: created } = await merchant.post('/v2/payment', body);
  const visitor = createCustomer();
  const page = await visitor.open(String(created['redirect_url']));
  const pay = async (pan: string) => {
    await visitor.submit(page, 'pay', enteredCard(pan));
    return (await merchant.untilFinal(body.reference))['status'];
  };
  return { reference: body.reference, identifier: String(created['identifier']), pay };
}

describe.concurrent('a customer is blocked', () => {
  const phone = digits(7);
  const document = digits(11);
  const email = newEmail();
  const identifier = `c-${randomUUID()}`;

  it.each<readonly [what: string, as: string, said: string, customer: Customer]>([
    ['identifier', 'as it is', identifier, { identifier }],
    ['email', 'in whatever case', email.toUpperCase(), { email }],
    ['phone', 'sent with its country', `+57 300 ${phone}`, { phone: `+57300${phone}` }],
    ['phone', 'sent without', `+57 301 ${phone}`, { phone: `301 ${phone}`, country: 'CO' }],
    ['document', 'with separators', document, { itn: `${document.slice(0, 3)}.${document.slice(3)}` }],
  ])('by %s, %s', async (what, _as, said, customer) => {
    const id = blockIn(await blocklist(['add', what, ...systemWide], [said]));
    const body = withCustomer(idealBody({ sandbox: 'success' }), customer);
    await expectBlocked('payment', body, 'Customer is blocked system-wide', id);
  });

  it('in a payout', async () => {
    const customer = { email: newEmail() };
    const id = blockIn(await blocklist(['add', 'email', ...systemWide], [customer.email]));
    const body = withCustomer(pixPayout(), customer);
    await expectBlocked('payout', body, 'Customer is blocked system-wide', id);
  });

  it("in a payout whose country is the method's", async () => {
    const customer = { phone: digits(8).replace(/^./, '7') };
    const id = blockIn(await blocklist(['add', 'phone', ...systemWide], [`+591${customer.phone}`]));
    const body = withCustomer(boliviaPayout(), customer);
    await expectBlocked('payout', body, 'Customer is blocked system-wide', id);
  });

  it.each([
    ['project', 'demo_b', 'Customer is blocked for the specified project'],
    ['merchant', 'limits', 'Customer is blocked for all merchant projects'],
    ['customer', 'limits', 'Customer is blocked'],
  ])('for the %s named and for no other', async (scope, named, description) => {
    const customer = { email: newEmail() };
    const words = ['add', 'email', '--scope', scope, '--for', named, ...why];
    expect((await blocklist(words, [customer.email])).code).toBe(0);
    const body = withCustomer(idealBody({ sandbox: 'success' }, { amount: 20 }), customer);
    const there = createMerchant(urls.api, `mk_test_${named}`);
    expect(await untilCode('payment', body, 451, there)).toMatchObject({ description });
    expect((await merchant.post('/v2/payment', body)).body['error_code']).toBe(0);
  });

  it('after the form was opened: it ends the payment, and nothing is sent', async () => {
    const description = 'Customer is blocked system-wide';
    const ended = await until(
      async () => {
        const customer = { email: newEmail() };
        const opened = await openForm(withCustomer(cardPageBody({ sandbox: 'success' }), customer));
        blockIn(await blocklist(['add', 'email', ...systemWide], [customer.email]));
        await untilCode('payment', withCustomer(idealBody(), customer), 451);
        return { ...opened, status: await opened.pay('4242424242424242') };
      },
      // The worker looks for itself, at most a moment later than the api.
      ({ status }) => status === 'declined',
    );
    await proveEnd(observers, ended.reference, { status: 'declined', code: 451, description });
    expect(await observers.witness.charges(ended.identifier)).toEqual([]);
  });
});

describe.concurrent('a card is blocked', () => {
  it('by its number', async () => {
    const pan = newCard('41100011');
    const spaced = pan.replaceAll(/(\d{4})/g, '$1 ');
    const id = blockIn(await blocklist(['add', 'card', ...systemWide], [spaced]));
    await expectBlocked('payment', cardBody(pan, { sandbox: 'success' }), 'Card is blocked system-wide', id);
  });

  it('by the fingerprint that a payment of it has left', async () => {
    const pan = newCard('41100022');
    const body = cardBody(pan, { sandbox: 'success' });
    await merchant.post('/v2/payment', body);
    const [row] = await books.rows(
      `select encode(card_fingerprint, 'hex') as fingerprint from transactions where reference = $1`,
      body.reference,
    );
    const words = ['add', 'fingerprint', '--value', String(row?.['fingerprint']), ...systemWide];
    const next = { ...body, reference: newReference() };
    await expectBlocked('payment', next, 'Card is blocked system-wide', blockIn(await blocklist(words)));
  });

  it.each([6, 7, 8])('by its first %i digits', async (length) => {
    const bin = `411${length}3344`;
    const words = ['add', 'bin', '--value', bin.slice(0, length), ...systemWide];
    const id = blockIn(await blocklist(words));
    const body = cardBody(newCard(bin), { sandbox: 'success' });
    await expectBlocked('payment', body, 'Card is blocked system-wide', id);
  });

  it('by its BIN, on the hosted form: it ends the payment, and nothing is sent', async () => {
    const bin = '41190055';
    blockIn(await blocklist(['add', 'bin', ...systemWide], [bin]));
    const description = 'Card is blocked system-wide';
    const ended = await until(
      async () => {
        const opened = await openForm(cardPageBody({ sandbox: 'success' }));
        return { ...opened, status: await opened.pay(newCard(bin)) };
      },
      ({ status }) => status === 'declined',
    );
    await proveEnd(observers, ended.reference, { status: 'declined', code: 451, description });
    expect(await observers.witness.charges(ended.identifier)).toEqual([]);
  });
});
