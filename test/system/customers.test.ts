import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readForm, readLinks, type Page } from '../../tools/demo/customer.js';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { proveEnd, type Ended } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: no scenario is named, and a customer with a browser decides, on the provider's page and on ours. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

const shop = {
  redirect_url: 'https://shop.example.com/done?order=1&a=b',
  cancel_url: 'https://shop.example.com/cancelled',
  error_url: 'https://shop.example.com/failed',
};
const cancelled = {
  status: 'declined',
  code: 121,
  reason: 'routing settings issue (disabled project or bank)',
  description: 'Payment transaction was cancelled',
} as const;
const choices: readonly (readonly [string, Ended, keyof typeof shop])[] = [
  ['approve', { status: 'success' }, 'redirect_url'],
  ['decline', { status: 'declined', code: 200 }, 'error_url'],
  ['cancel', cancelled, 'cancel_url'],
];

/** Where each choice leads without addresses of the request's own. */
const defaults = {
  redirect_url: `${urls.sandbox}/merchant/done`,
  cancel_url: `${urls.sandbox}/merchant/cancelled`,
  error_url: `${urls.sandbox}/merchant/failed`,
} as const;
/** ideal and pix have no `error_url` of their own. */
const shopWithoutError = { ...shop, error_url: defaults.error_url };

async function create(body: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const created = await merchant.post('/v2/payment', body);
  expect(created).toMatchObject({ status: 200, body: { error_code: 0 } });
  return created.body;
}

function redirectOf(created: Readonly<Record<string, unknown>>): string {
  const challenge = created['challenge'] as { readonly challenge_redirect: { readonly url: string } };
  return challenge.challenge_redirect.url;
}

/** The browser came back to us from the provider, and our page leads on to the merchant. */
async function expectWayOn(page: Page, to: string): Promise<void> {
  expect(page.url).toMatch(new RegExp(`^${urls.checkout}/p/[^/]+/return$`));
  const ended = await createCustomer().reloadUntil(page, ({ html }) => readLinks(html).includes(to));
  expect(ended.httpStatus).toBe(200);
}

describe.concurrent("on the provider's page", () => {
  it.each(choices)('ideal: %s', async (action, ended, way) => {
    const body = idealBody({}, shop);
    const customer = createCustomer();
    const back = await customer.submit(await customer.open(redirectOf(await create(body))), action);
    await proveEnd(observers, body.reference, ended);
    await expectWayOn(back, shopWithoutError[way]);
  });

  it.each(choices)("ideal with the project's default addresses: %s", async (action, ended, way) => {
    const body = idealBody();
    const customer = createCustomer();
    const back = await customer.submit(await customer.open(redirectOf(await create(body))), action);
    await proveEnd(observers, body.reference, ended);
    await expectWayOn(back, defaults[way]);
  });

  it.each(choices)('card, which has an error_url of its own: %s', async (action, ended, way) => {
    const body = { ...cardBody('4242424242424242'), ...shop };
    const customer = createCustomer();
    const back = await customer.submit(await customer.open(redirectOf(await create(body))), action);
    await proveEnd(observers, body.reference, ended);
    await expectWayOn(back, shop[way]);
  });

  it.each(choices)('ussd, dialled: %s', async (action, ended) => {
    const body = ussdBody(urls.sandbox);
    const { identifier } = await create(body);
    const customer = createCustomer();
    const phone = await customer.open(`${urls.sandbox}/instructions/${String(identifier)}-1`);
    await customer.submit(phone, action);
    await proveEnd(observers, body.reference, ended);
  });

  it.each(choices)('pix, scanned after our page: %s', async (action, ended, way) => {
    const body = { ...pixBody(), ...shop };
    const customer = createCustomer();
    const created = await create(body);
    const posted = await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    const code = await customer.open(`${urls.sandbox}/instructions/${String(created['identifier'])}-1`);
    const back = await customer.submit(code, action);
    await proveEnd(observers, body.reference, ended);
    await expectWayOn(back, shopWithoutError[way]);
    await customer.reloadUntil(posted, ({ html }) => readLinks(html).includes(shopWithoutError[way]));
  });
});

describe.concurrent('on the hosted page', () => {
  it('the customer cancels: nothing is ever sent', async () => {
    const body = { ...pixBody(), ...shop };
    const created = await create(body);
    const customer = createCustomer();
    const page = await customer.open(String(created['redirect_url']));
    const after = await customer.submit(page, 'cancel');
    expect(readLinks(after.html)).toContain(shop.cancel_url);
    const record = await proveEnd(observers, body.reference, cancelled);
    expect(record['history']).toMatchObject([{ status: 'new' }, { status: 'declined', source: 'customer' }]);
    expect(await observers.witness.charges(String(record['identifier']))).toEqual([]);
  });

  it('posted twice at once it makes one charge', async () => {
    const body = pixBody({ sandbox: 'success' });
    const created = await create(body);
    const customer = createCustomer();
    const page = await customer.open(String(created['redirect_url']));
    const pages = await Promise.all([1, 2, 3].map(() => customer.submit(page, 'pay')));
    expect(pages.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200]);
    const { identifier } = await proveEnd(observers, body.reference, { status: 'success' });
    expect(await observers.witness.charges(String(identifier))).toHaveLength(1);
  });

  it('a form from another browser, or without its proof, does nothing', async () => {
    const body = pixBody({ sandbox: 'success' });
    const url = String((await create(body))['redirect_url']);
    const page = await createCustomer().open(url);
    const stranger = await createCustomer().submit(page, 'pay');
    expect(stranger.httpStatus).toBe(403);
    const fields = new URLSearchParams({ ...readForm(page.html)?.fields, action: 'cancel' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const bare = await request(url, { method: 'POST', headers, body: fields });
    await bare.body.dump();
    expect(bare.statusCode).toBe(403);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body['status']).toBe('new');
  });

  it('an altered token, or the identifier as one, is 404', async () => {
    const created = await create(pixBody());
    const url = String(created['redirect_url']);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const altered = [...token].map((letter, at) => {
      const other = letter === 'A' ? 'B' : 'A';
      return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    });
    const wrong = [...altered, String(created['identifier']), token.slice(0, -1), `${token}A`, ''];
    for (const one of wrong) {
      for (const path of [`/p/${one}`, `/p/${one}/return`]) {
        const { statusCode, body } = await request(`${urls.checkout}${path}`);
        await body.dump();
        expect([path, statusCode]).toEqual([path, 404]);
      }
    }
  });

  it('every page has the headers that keep it to itself, and its language', async () => {
    const url = String((await create(pixBody()))['redirect_url']);
    for (const address of [url, `${url}/return`]) {
      const { statusCode, headers, body } = await request(address);
      const html = await body.text();
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      expect(html).toMatch(/<html[^>]* lang="pt/);
    }
  });

  const languages: readonly (readonly [string, object, string])[] = [
    ['widget.locale before lang', { widget: { method: 'cash_mexico', locale: 'pt' }, lang: 'es' }, 'pt-BR'],
    ['lang before that of the browser', { lang: 'es-MX' }, 'es'],
    ['English where lang is not supported', { lang: 'de' }, 'en'],
    ['that of the browser where nothing is said', {}, 'pt-BR'],
  ];
  it.each(languages)('its language is %s', async (_name, said, expected) => {
    const { customer, reference } = pixBody();
    const cash = { widget: { method: 'cash_mexico' }, reference, currency: 'MXN', amount: 100 };
    const payer = { ...(customer as object), country: 'MX', itn: 'XAXX010101000' };
    const created = await create({ ...cash, customer: payer, ...said });
    const headers = { 'accept-language': 'pt' };
    const { body } = await request(String(created['redirect_url']), { headers });
    expect(await body.text()).toMatch(new RegExp(`<html[^>]* lang="${expected}`));
  });

  it('Portuguese is that of Portugal where the method is', async () => {
    const { customer, reference } = pixBody();
    const widget = { method: 'multibanco', locale: 'pt-BR' };
    const created = await create({ widget, reference, currency: 'EUR', amount: '10.10', customer });
    const { body } = await request(String(created['redirect_url']));
    expect(await body.text()).toMatch(/<html[^>]* lang="pt-PT"/);
  });

  it("the merchant's own text is escaped", async () => {
    const body = { ...pixBody(), description: '<script>alert(1)</script>"\'&' };
    const page = await createCustomer().open(String((await create(body))['redirect_url']));
    expect(page.html).not.toContain('<script>');
    expect(page.html).toContain('&lt;script&gt;');
  });
});

describe.concurrent('a page with a window of 20 seconds', () => {
  const hurried = createMerchant(urls.api, 'mk_test_window');

  it.each([
    ['never opened', false],
    ['opened and left', true],
  ])('%s', async (_case, isOpened) => {
    const body = pixBody({ sandbox: 'success' });
    const { body: created } = await hurried.post('/v2/payment', body);
    if (isOpened) await createCustomer().open(String(created['redirect_url']));
    const record = await proveEnd({ ...observers, merchant: hurried }, body.reference, { status: 'expired' });
    expect(record['expired_at_stage']).toBe(isOpened ? undefined : 'intention');
    expect(await observers.witness.charges(String(record['identifier']))).toEqual([]);
  });

  it("a payment that is not paid on the provider's page ends by the provider's report", async () => {
    const body = idealBody();
    await hurried.post('/v2/payment', body);
    await proveEnd({ ...observers, merchant: hurried }, body.reference, { status: 'expired' });
  });
});
