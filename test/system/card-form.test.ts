import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { createCustomer, readLinks, type Customer, type Page } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, withoutCard } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { proveEnd, type Ended } from '../witnesses/prove-end.js';
import { readTexts } from '../witnesses/read-texts.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a customer enters a card on our own page, for both styles, and it is charged once or not at all. */
const { urls, databaseUrl, temporalAddress } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

type Meta = Parameters<typeof cardPageBody>[0];
type Body = Readonly<Record<string, unknown>> & { readonly reference: string };
const styles: readonly (readonly [string, (meta?: Meta) => Body])[] = [
  ['HPP', (meta) => cardPageBody(meta)],
  ['H2H', (meta) => withoutCard(cardBody('', meta))],
];
const cancelled = {
  status: 'declined',
  code: 121,
  reason: 'routing settings issue (disabled project or bank)',
  description: 'Payment transaction was cancelled',
} as const;
const approvedCard = '4242424242424242';

type Opened = { readonly identifier: string; readonly customer: Customer; readonly page: Page };

/** Registers the payment and opens the form as the merchant's answer says. */
async function openForm(body: Body, by: Merchant = merchant): Promise<Opened> {
  const { status, body: created } = await by.post('/v2/payment', body);
  expect([status, created['error_code']]).toEqual([200, 0]);
  const customer = createCustomer();
  const page = await customer.open(formUrlOf(created));
  return { identifier: String(created['identifier']), customer, page };
}

function formUrlOf(answer: Readonly<Record<string, unknown>>): string {
  const challenge = answer['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(answer['redirect_url']);
}

/** What our page leads on to, once the card was taken: the provider's 3-D Secure page. */
function wayToProvider({ html }: Page): string {
  const way = readLinks(html).find((link) => link.startsWith(urls.sandbox));
  if (way === undefined) throw new Error('the page does not lead to the provider');
  return way;
}

async function vaultOf(identifier: string) {
  return books.rows('select from card_vault where identifier = $1', identifier);
}

describe.concurrent.each(styles)('%s card without its card', (style, newBody) => {
  const isH2h = style === 'H2H';
  const before = isH2h
    ? [
        { status: 'pending', source: 'api' },
        { status: 'created', source: 'api' },
      ]
    : [{ status: 'new', source: 'api' }];
  const afterPosting = { status: 'pending', source: 'customer' };

  it('is accepted with the way to our form, which the check endpoint and nothing else gives again', async () => {
    const body = newBody();
    const { body: created } = await merchant.post('/v2/payment', body);
    const url = formUrlOf(created);
    expect(url).toMatch(new RegExp(`^${urls.checkout}/p/[^/]+$`));
    const { body: record } = await merchant.get(`/v2/payment/${body.reference}`);
    expect(formUrlOf(record)).toBe(url);
    expect(record['expires_date']).toMatch(/Z$/);
    expect(created['expires_date']).toBe(isH2h ? record['expires_date'] : undefined);
    expect(record['history']).toMatchObject(before);
    expect(JSON.stringify(created['status'])).toContain(isH2h ? '"name":"created"' : '"new"');
    expect(Object.keys(created)).toHaveLength(isH2h ? 14 : 6);
    expect(await merchant.post('/v2/payment', body)).toMatchObject({
      status: 400,
      body: { error_code: 108 },
    });

    const token = url.slice(url.lastIndexOf('/') + 1);
    const identifier = String(created['identifier']);
    const [row] = await books.rows(
      'select t::text as text from transactions t where identifier = $1',
      identifier,
    );
    const connection = await Connection.connect({ address: temporalAddress });
    const handle = new Client({ connection }).workflow.getHandle(paymentWorkflowId(identifier));
    const texts = readTexts([await handle.fetchHistory(), (await handle.describe()).raw]).join('\n');
    await connection.close();
    expect(texts).toContain(identifier);
    expect([String(row?.['text']).includes(token), texts.includes(token)]).toEqual([false, false]);
  });

  it.each<readonly [string, Ended, string]>([
    ['approve', { status: 'success' }, 'done'],
    ['decline', { status: 'declined', code: 200 }, 'failed'],
    ['cancel', cancelled, 'cancelled'],
  ])('with 3-D Secure: %s', async (action, ended, way) => {
    const body = newBody();
    const { identifier, customer, page } = await openForm(body);
    const posted = await customer.submit(page, 'pay', enteredCard(approvedCard));
    expect(posted.html).not.toContain(approvedCard);
    expect(await vaultOf(identifier)).toEqual([]);
    const { body: open } = await merchant.get(`/v2/payment/${body.reference}`);
    expect(open['challenge']).toMatchObject({ challenge_redirect: { url: wayToProvider(posted) } });
    // A reload resumes where the customer was.
    expect(wayToProvider(await customer.open(page.url))).toBe(wayToProvider(posted));

    const back = await customer.submit(await customer.open(wayToProvider(posted)), action);
    const record = await proveEnd(observers, body.reference, ended);
    expect(record['card']).toEqual({ first6: '424242', last4: '4242', brand: 'visa' });
    const shown = isH2h ? [] : [{ status: 'created', source: 'provider' }];
    expect(record['history']).toMatchObject([...before, afterPosting, ...shown, { status: ended.status }]);
    const target = `${urls.sandbox}/merchant/${way}`;
    await customer.reloadUntil(back, ({ html }) => readLinks(html).includes(target));
  });

  it.each<readonly [string, string, Ended]>([
    ['decline', '4000000000000002', { status: 'declined', code: 200 }],
    ['error', '4000000000000119', { status: 'error', code: 200 }],
    ['time-out, then success', '4000000000000259', { status: 'success' }],
    ['soft decline without another route', '4000000000009995', { status: 'declined', code: 200 }],
  ])('the card of the scenario %s', async (_scenario, pan, ended) => {
    const body = newBody();
    const { identifier, customer, page } = await openForm(body);
    await customer.submit(page, 'pay', enteredCard(pan));
    const record = await proveEnd(observers, body.reference, ended);
    expect(record['card']).toMatchObject({ last4: pan.slice(-4) });
    expect(await vaultOf(identifier)).toEqual([]);
  });

  it('a soft decline goes on to the next route with the same card', async () => {
    const cascading = createMerchant(urls.api, 'mk_test_cascade_soft');
    const body = newBody();
    const { identifier, customer, page } = await openForm(body, cascading);
    await customer.submit(page, 'pay', enteredCard('4000000000009995'));
    await proveEnd({ ...observers, merchant: cascading }, body.reference, { status: 'success' });
    expect(await vaultOf(identifier)).toEqual([]);
  });

  it('posted at once with two cards, from two tabs, it is one charge of one of them', async () => {
    const body = newBody({ sandbox: 'success' });
    const { identifier, customer, page } = await openForm(body);
    const pans = [approvedCard, '5555555555554444', approvedCard, '5555555555554444'];
    const pages = await Promise.all(pans.map((pan) => customer.submit(page, 'pay', enteredCard(pan))));
    expect(pages.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(['424242', '555555']).toContain((record['card'] as { readonly first6: string }).first6);
    expect(await observers.witness.charges(identifier)).toHaveLength(1);
    expect(record['history']).toHaveLength(4);
    expect(await vaultOf(identifier)).toEqual([]);
  });

  it('another card, posted after the first, changes nothing', async () => {
    const body = newBody();
    const { customer, page } = await openForm(body);
    const posted = await customer.submit(page, 'pay', enteredCard(approvedCard));
    const again = await customer.submit(page, 'pay', enteredCard('5555555555554444'));
    expect(wayToProvider(again)).toBe(wayToProvider(posted));
    const malformed = await customer.submit(page, 'pay', enteredCard('1'));
    expect(wayToProvider(malformed)).toBe(wayToProvider(posted));
    await customer.submit(await customer.open(wayToProvider(posted)), 'approve');
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect(record['card']).toMatchObject({ first6: '424242' });
  });

  it('a malformed or expired card shows the form again, and the payment stays open', async () => {
    const body = newBody({ sandbox: 'success' });
    const { identifier, customer, page } = await openForm(body);
    const good = enteredCard(approvedCard);
    const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['pan', { ...good, pan: '4242424242424241' }],
      ['expiry', { ...good, exp_month: '13' }],
      ['expiry', { ...good, exp_year: '2020' }],
      ['expiry', { ...good, expiry: '12/20' }],
      ['cvv', { ...good, cvv: '12' }],
      ['holder_name', { ...good, holder_name: 'A' }],
    ];
    for (const [field, card] of wrong) {
      const again = await customer.submit(page, 'pay', card);
      expect([field, again.httpStatus]).toEqual([field, 200]);
      expect(again.html).toContain(`id="${field}-problem"`);
      expect(again.html).not.toContain(String(card['pan']).slice(0, 6));
      expect(again.html).not.toContain('Byron');
    }
    const nothing = await customer.submit(page, 'pay');
    expect(nothing.html.match(/aria-invalid="true"/g)).toHaveLength(4);
    const { body: open } = await merchant.get(`/v2/payment/${body.reference}`);
    expect(open['history']).toMatchObject(before);
    expect(open).not.toHaveProperty('card');
    expect(await vaultOf(identifier)).toEqual([]);
    await customer.submit(page, 'pay', good);
    await proveEnd(observers, body.reference, { status: 'success' });
  });

  it('cancelled on the form: nothing is ever sent', async () => {
    const body = newBody();
    const { identifier, customer, page } = await openForm(body);
    const after = await customer.submit(page, 'cancel');
    expect(readLinks(after.html)).toContain(`${urls.sandbox}/merchant/cancelled`);
    const record = await proveEnd(observers, body.reference, cancelled);
    expect(record['history']).toMatchObject([...before, { status: 'declined', source: 'customer' }]);
    await customer.submit(page, 'pay', enteredCard(approvedCard));
    expect(await observers.witness.charges(identifier)).toEqual([]);
    expect(await vaultOf(identifier)).toEqual([]);
  });

  it.each([
    ['never opened', false],
    ['opened and left', true],
  ])('%s, it expires, and a card is taken no more', async (_case, isOpened) => {
    const hurried = createMerchant(urls.api, 'mk_test_window');
    const body = newBody({ sandbox: 'success' });
    const { body: created } = await hurried.post('/v2/payment', body);
    const customer = createCustomer();
    const page = isOpened ? await customer.open(formUrlOf(created)) : undefined;
    const record = await proveEnd({ ...observers, merchant: hurried }, body.reference, { status: 'expired' });
    expect(record['expired_at_stage']).toBe(isOpened ? undefined : 'intention');
    if (page) await customer.submit(page, 'pay', enteredCard(approvedCard));
    expect(await observers.witness.charges(String(record['identifier']))).toEqual([]);
  });
});

describe.concurrent('the form', () => {
  it.each([
    ['en', 'en', 'Card number', 'This card has expired.'],
    ['es', 'es', 'Número de tarjeta', 'Esta tarjeta está vencida.'],
    ['pt', 'pt-BR', 'Número do cartão', 'Este cartão está vencido.'],
  ])('speaks %s as %s', async (locale, language, label, problem) => {
    const { customer, page } = await openForm(cardPageBody({}, locale));
    expect(page.html).toContain(`<html lang="${language}"`);
    expect(page.html).toContain(label);
    const expired = { ...enteredCard(approvedCard), exp_year: '21' };
    expect((await customer.submit(page, 'pay', expired)).html).toContain(problem);
  });

  it('of another browser takes no card', async () => {
    const body = cardPageBody();
    const { identifier, page } = await openForm(body);
    const stranger = await createCustomer().submit(page, 'pay', enteredCard(approvedCard));
    expect(stranger.httpStatus).toBe(403);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body['status']).toBe('new');
    expect(await vaultOf(identifier)).toEqual([]);
  });

  it('a MID without credentials fails only after the form, never in the create call', async () => {
    const broken = createMerchant(urls.api, 'mk_test_mid_broken');
    const body = cardPageBody();
    const { customer, page } = await openForm(body, broken);
    await customer.submit(page, 'pay', enteredCard(approvedCard));
    const reason = 'Mid configuration error';
    await proveEnd({ ...observers, merchant: broken }, body.reference, {
      status: 'error',
      code: 200,
      reason,
    });
  });
});
