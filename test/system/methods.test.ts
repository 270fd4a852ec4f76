import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readLinks, type Customer, type Page } from '../../tools/demo/customer.js';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { Method } from '#domain/methods/method';
import type { ChallengeType } from '#domain/transaction/challenge';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: every payin method of the catalogue is paid to its end, by a customer who does what its challenge says. Method:
 * the example of its row, no scenario, and what the customer sees at each step.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

type Fields = Readonly<Record<string, unknown>>;
type Body = Fields & { readonly reference: string };

/** Paid by a customer in `customers`, `card-form` and `transfer-details`. */
const paidElsewhere: readonly string[] = ['ideal', 'ussd', 'pix', 'card', 'bank_transfer_mexico'];
const rows: readonly Method[] = catalogue.filter(
  ({ type, code }) => type === 'payment' && !paidElsewhere.includes(code),
);
const direct = rows.filter(({ style }) => style === 'h2h');
const hosted = rows.filter(({ style }) => style === 'hpp');

/** Specification §2.8, and what the hosted page shows where it has no shape. */
const filled = expect.stringMatching(/\S/);
const challenges: Readonly<Record<Exclude<ChallengeType, 'bank_code'>, Fields>> = {
  redirect: { challenge_redirect: { url: expect.stringMatching(`^${urls.sandbox}/pay/`) } },
  ussd: { type: 'ussd', ussd: { code: expect.stringMatching(/^\*.+#$/) } },
  bank_transfer_mexico: { bank_transfer_mexico: { clabe: expect.stringMatching(/^\d{18}$/) } },
  qr: { qr: { payload: filled } },
  multibanco: {
    multibanco: {
      entity: expect.stringMatching(/^\d{5}$/),
      reference: expect.stringMatching(/^[\d ]{9,11}$/),
    },
  },
  voucher: { voucher: { number: filled, pay_by: expect.stringMatching(/^\d{4}-.*Z$/) } },
};

function challengeOf({ challenges: [first] }: Method): Fields {
  if (first === undefined || first === 'bank_code') throw new Error('a payment has a challenge of its own');
  return { challenge_type: first, ...challenges[first] };
}

function bodyOf(row: Method, changes: Fields = {}): Body {
  return { ...exampleOf(row), ...changes, reference: newReference() };
}

describe.concurrent('server to server', () => {
  it.each(direct)('$code', async (row) => {
    const body = bodyOf(row);
    const { status, body: created } = await merchant.post('/v2/payment', body);
    expect([status, created]).toEqual([
      200,
      {
        error_code: 0,
        error_reason: '',
        identifier: filled,
        reference: body.reference,
        request_id: filled,
        type: 'payment',
        method: row.code,
        mode: 'initial',
        currency: body['currency'],
        amount: String(body['amount']),
        status: 'created',
        challenge: challengeOf(row),
        expires_date: expect.stringMatching(/Z$/),
        timestamp: expect.stringMatching(/Z$/),
      },
    ]);
    const customer = createCustomer();
    const back = await customer.submit(await customer.open(redirectOf(created)), 'approve');
    await expectSuccess(row, body);
    await expectWayOn(customer, back);
  });
});

describe.concurrent('on the hosted page', () => {
  it.each(hosted)('$code', (row) => provePaidOnPage(row, bodyOf(row)));

  it('open_banking is multibanco', () => {
    const row = methodOf('payment', 'hpp', 'multibanco');
    return provePaidOnPage(row, bodyOf(row, { widget: { method: 'open_banking', locale: 'pt' } }));
  });

  it('pix_br is pix, in every answer', async () => {
    const body = bodyOf(methodOf('payment', 'hpp', 'pix'), { widget: { method: 'pix_br' } });
    const { body: created } = await merchant.post('/v2/payment', body);
    expect(created).toMatchObject({ error_code: 0, status: 'new' });
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body['method']).toBe('pix');
  });
});

async function provePaidOnPage(row: Method, body: Body): Promise<void> {
  const { status, body: created } = await merchant.post('/v2/payment', body);
  expect([status, created]).toEqual([
    200,
    {
      error_code: 0,
      identifier: filled,
      reference: body.reference,
      request_id: filled,
      status: 'new',
      redirect_url: expect.stringMatching(`^${urls.checkout}/p/`),
    },
  ]);
  const customer = createCustomer();
  const posted = await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
  const open = await until(
    async () => (await merchant.get(`/v2/payment/${body.reference}`)).body,
    ({ challenge }) => challenge !== undefined,
  );
  expect(open).toMatchObject({ status: 'created', redirect_url: created['redirect_url'] });
  expect(open['challenge']).toEqual(challengeOf(row));
  const way = await expectShown(customer, posted, open);
  const back = await customer.submit(await customer.open(way), 'approve');
  await expectSuccess(row, body);
  await expectWayOn(customer, back);
}

/** Our page leads to the provider, or shows all that the customer pays with; returns where to act. */
async function expectShown(customer: Customer, posted: Page, record: Fields): Promise<string> {
  const instructions = `${urls.sandbox}/instructions/${String(record['identifier'])}-1`;
  const challenge = record['challenge'] as Fields;
  const way = challenge['challenge_type'] === 'redirect' ? redirectOf(record) : instructions;
  const { html } = await customer.reloadUntil(posted, (page) => readLinks(page.html).includes(way));
  const shown = html.replaceAll(/<[^>]*>|\s/g, '');
  for (const part of partsToShow(challenge)) expect(shown).toContain(part.replaceAll(/\s/g, ''));
  return way;
}

/** Not the QR code, which is a picture, and not the instant, which is written as people write it. */
function partsToShow({ multibanco, voucher }: Fields): readonly string[] {
  const { entity, reference, number } = { ...(multibanco as Fields), ...(voucher as Fields) };
  return [entity, reference, number].filter((part) => typeof part === 'string');
}

function redirectOf({ challenge }: Fields): string {
  return (challenge as { readonly challenge_redirect: { readonly url: string } }).challenge_redirect.url;
}

async function expectSuccess({ code, style }: Method, body: Body): Promise<void> {
  const record = await proveEnd(observers, body.reference, { status: 'success' });
  expect(record).toMatchObject({ method: code, style, amount: String(body['amount']) });
}

/** The project's default, which the browser is sent to in the end. */
async function expectWayOn(customer: Customer, back: Page): Promise<void> {
  const target = `${urls.sandbox}/merchant/done`;
  await customer.reloadUntil(back, ({ html }) => readLinks(html).includes(target));
}

describe.concurrent('what a method is known for', () => {
  it('mbway expires when the customer does not act in its window', async () => {
    const hurried = createMerchant(urls.api, 'mk_test_window');
    const body = bodyOf(methodOf('payment', 'h2h', 'mbway'));
    const { body: created } = await hurried.post('/v2/payment', body);
    expect(created).toMatchObject({ status: 'created', challenge: { challenge_type: 'redirect' } });
    const ended = { status: 'expired', reason: 'Transaction processing error' } as const;
    const record = await proveEnd({ ...observers, merchant: hurried }, body.reference, ended);
    expect(record).not.toHaveProperty('expired_at_stage');
  });

  it.each([
    ['without a phone expires', undefined, 'expired'],
    ['with a phone without country code is declined', '0612345678', 'declined'],
  ] as const)('ideal %s, although the customer approves', async (_rule, phone, status) => {
    const row = methodOf('payment', 'h2h', 'ideal');
    const person = exampleOf(row)['customer'] as Fields;
    const body = bodyOf(row, { customer: { ...person, phone } });
    const { body: created } = await merchant.post('/v2/payment', body);
    const customer = createCustomer();
    await customer.submit(await customer.open(redirectOf(created)), 'approve');
    await proveEnd(observers, body.reference, { status, reason: 'Transaction processing error' });
  });

  it.each([
    ['UZS', 'hpp', 'EGP'],
    ['EGP', 'h2h', 'UZS'],
  ] as const)('p2c takes %s (%s), and not %s', async (taken, style, currency) => {
    const body = bodyOf(methodOf('payment', style, 'p2c'), { currency });
    expectError(await merchant.post('/v2/payment', body), {
      status: 400,
      code: 1051,
      reason: "Bank doesn't support currency",
      description: new RegExp(taken),
      reference: body.reference,
    });
  });

  it('ussd needs no customer, and an identifier of one that is sent', async () => {
    const row = methodOf('payment', 'h2h', 'ussd');
    const callback = { callback_url: `${urls.sandbox}/merchant/callbacks` };
    const { body: created } = await merchant.post('/v2/payment', bodyOf(row, callback));
    expect(created).toMatchObject({ error_code: 0, status: 'created', challenge: challengeOf(row) });
    const nameless = bodyOf(row, { ...callback, customer: { first_name: 'Ada' } });
    expectError(await merchant.post('/v2/payment', nameless), {
      status: 400,
      code: 31,
      reason: 'Required fields are missing',
      description: /^customer\.identifier: is required$/,
      reference: nameless.reference,
    });
  });
});
