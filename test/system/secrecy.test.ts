import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, pixBody, withoutCard } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { withCheckDigit } from '../fakes/card-number.js';
import { createMerchant } from '../fakes/merchant.js';
import { refundBody } from '../fakes/refunds.js';
import { found, foundInFiles, needle, shortNeedle } from '../witnesses/needles.js';
import { readTexts } from '../witnesses/read-texts.js';
import { sharedStack } from '../stack/stack.js';
import { replaced, sendLines, signedLines } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: card data and personal data are in clear text nowhere but in memory (contract §14): canaries are sought. */
const { urls, databaseUrl, temporalAddress, directory } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

const canary = {
  pan: withCheckDigit('739158204716935286'),
  // Starts with zero, so that no number is it by chance.
  cvv: '0417',
  holder: 'Zephyrine Quagmirelle',
  email: 'zephyrine@quagmirelle.example',
  phone: '+34699123987',
  address: 'Canary Row 7781',
  itn: '11144477735',
  identifier: 'canary-customer-8812',
  browser: 'CanaryBrowser/88.12',
  browserAddress: '198.51.100.177',
} as const;

const cardNeedles = [
  needle('card number', canary.pan),
  needle('all but its last digits', canary.pan.slice(0, -4)),
  needle('the middle of it', canary.pan.slice(6, -4)),
  shortNeedle('CVV', canary.cvv),
];
const personalNeedles = [
  ...Object.entries(canary)
    .filter(([name]) => name !== 'pan' && name !== 'cvv')
    .map(([name, secret]) => needle(name, secret)),
  needle('first name', 'Zephyrine'),
  needle('last name', 'Quagmirelle'),
];
const needles = [...cardNeedles, ...personalNeedles];

const customer = {
  identifier: canary.identifier,
  first_name: 'Zephyrine',
  last_name: 'Quagmirelle',
  email: canary.email,
  phone: canary.phone,
  address: canary.address,
  country: 'ES',
  state_code: 'ES-MD',
  city: 'Madrid',
  zip_code: '28013',
  birthday: '1990-02-28',
  ip: '203.0.113.7',
};

type Meta = Readonly<Record<string, string | number>>;

function canaryCard(sandbox: string, changes: Readonly<Record<string, string>> = {}, more: Meta = {}) {
  const card = {
    pan: canary.pan,
    cvv: canary.cvv,
    exp_month: '12',
    exp_year: '2031',
    holder_name: canary.holder,
  };
  const meta = { sandbox, user_agent: canary.browser, ip: canary.browserAddress, ...more };
  return { ...cardBody(canary.pan, meta), customer, card: { ...card, ...changes } };
}

const ends = [
  'success',
  'decline',
  'error',
  'at_once',
  'timeout_success',
  'timeout_lost',
  'refused',
  'garbage',
];
const references: string[] = [];
const made: { readonly type: TransactionType; readonly identifier: string }[] = [];
const identifiersOf = (type: TransactionType) =>
  made.filter((one) => one.type === type).map(({ identifier }) => identifier);
/** Statuses of the bodies that are to be refused. */
const refusals: number[] = [];
const answers: { readonly status: number; readonly headers: object; readonly body: unknown }[] = [];

beforeAll(async () => {
  await Promise.all(ends.map((sandbox) => pay(canaryCard(sandbox))));
  await giveBack();
  await payOnPage();
  const browser = { user_agent: canary.browser, ip: canary.browserAddress };
  await payOnCardForm({ ...cardPageBody({ sandbox: 'success', ...browser }), customer });
  await payOnCardForm({ ...withoutCard(canaryCard('success')), customer });
  const refusedBodies = [
    { ...canaryCard('success'), amount: 'much' },
    { ...canaryCard('success'), currency: 'ZZZ', customer: { ...customer, email: `${canary.email}@` } },
    canaryCard('success', { exp_year: '2020' }),
    canaryCard('success', { pan: `${canary.pan}0` }),
    canaryCard('success', { cvv: `${canary.cvv}x` }),
    { ...canaryCard('success'), widget: { method: 'pix' } },
    { ...canaryCard('success'), card: `${canary.pan} ${canary.cvv}` },
    { ...canaryCard('success'), callback_url: 'https://10.0.0.1/' },
    { ...canaryCard('success'), reference: canary.pan },
    { ...canaryCard('success'), reference: canary.pan, currency: 'ZZZ' },
    { ...canaryCard('success'), description: `card ${canary.pan.replace(/(.{4})/g, '$1 ')}` },
    { ...canaryCard('success'), extra: { meta: { [canary.pan]: 'x'.repeat(300) } } },
  ];
  for (const body of refusedBodies) answers.push(await merchant.post('/v2/payment', body));
  refusals.push(...answers.slice(-refusedBodies.length).map(({ status }) => status));
  const text = JSON.stringify(canaryCard('success'));
  answers.push(await merchant.postRaw('/v2/payment', text.slice(0, -1)));
  answers.push(await merchant.postRaw('/v2/payment', `${text.slice(0, -1)},"amount":1}`));
  const post = { method: 'POST', target: '/v2/payment', body: text };
  const forged = replaced(signedLines(urls.api, post), 'Digest', 'SHA-256=AAAA');
  const { text: body, ...refused } = await sendLines(urls.api, forged, post);
  answers.push({ ...refused, body });
  answers.push(await merchant.get(`/v2/payment/${canary.pan.slice(0, 4)}`));
});

async function pay(body: ReturnType<typeof canaryCard>): Promise<void> {
  answers.push(await merchant.post('/v2/payment', body));
  const record = await merchant.untilFinal(body.reference);
  answers.push(await merchant.post('/v2/payment', body), await merchant.get(`/v2/payment/${body.reference}`));
  references.push(body.reference);
  made.push({ type: 'payment', identifier: String(record['identifier']) });
}

/** Refunds of one payment, of which one ends and one waits for a person, and one that its provider makes itself. */
async function giveBack(): Promise<void> {
  const paid = canaryCard('at_once', {}, { sandbox_after: 'provider_refund_part', sandbox_delay_ms: 10 });
  await pay(paid);
  const payment = { reference: paid.reference };
  for (const sandbox of ['success', 'needs_attention']) {
    const body = refundBody(payment, { amount: '5.00' }, { sandbox });
    const created = await merchant.post('/v2/refund', body);
    answers.push(created, await merchant.get(`/v2/refund/${body.reference}`));
    made.push({ type: 'refund', identifier: String(created.body['identifier']) });
    if (sandbox === 'success') await merchant.untilFinal(body.reference, 'refund');
  }
  const [identifier = ''] = identifiersOf('payment').slice(-1);
  const untilSome = (sql: string, value: unknown) =>
    until(
      () => books.rows(sql, value),
      ({ length }) => length > 0,
    );
  await untilSome('select from reversals where identifier = $1', identifier);
  await untilSome('select from reviews where identifier = any($1)', identifiersOf('refund'));
  answers.push(
    await merchant.get(`/v2/reversals?reference=${paid.reference}`),
    await merchant.get(`/v2/payment/${paid.reference}`),
  );
}

/** The same card entered on our own page: first with a mistake, then rightly. */
async function payOnCardForm(body: Readonly<Record<string, unknown>> & { readonly reference: string }) {
  const created = await merchant.post('/v2/payment', body);
  answers.push(created);
  const record = await merchant.get(`/v2/payment/${body.reference}`);
  const challenge = created.body['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  const browser = createCustomer();
  const page = await browser.open(challenge?.challenge_redirect.url ?? String(created.body['redirect_url']));
  const { pan, cvv, holder } = canary;
  const card = { pan, cvv, exp_month: '12', exp_year: '2031', holder_name: holder };
  const mistakes = [{ exp_year: '2020' }, { pan: `${pan}0` }, { cvv: `${cvv}1` }, { holder_name: pan }];
  const pages = [page];
  for (const mistake of mistakes) pages.push(await browser.submit(page, 'pay', { ...card, ...mistake }));
  pages.push(await browser.submit(page, 'pay', card));
  for (const { html, httpStatus } of pages) {
    expect(httpStatus).toBe(200);
    expect(found(needles, html)).toEqual([]);
  }
  answers.push(record, await merchant.get(`/v2/payment/${body.reference}`));
  await merchant.untilFinal(body.reference);
  references.push(body.reference);
  made.push({ type: 'payment', identifier: String(created.body['identifier']) });
}

async function payOnPage(): Promise<void> {
  const { first_name: firstName, last_name: lastName, identifier } = customer;
  const someone = { identifier, first_name: firstName, last_name: lastName, itn: canary.itn };
  const body = { ...pixBody({ sandbox: 'success' }), customer: someone };
  const created = await merchant.post('/v2/payment', body);
  answers.push(created);
  const browser = createCustomer();
  const page = await browser.open(String(created.body['redirect_url']));
  const posted = await browser.submit(page, 'pay');
  expect(found(needles, page.html + posted.html)).toEqual([]);
  await merchant.untilFinal(body.reference);
  references.push(body.reference);
  made.push({ type: 'payment', identifier: String(created.body['identifier']) });
}

describe('no canary is found', () => {
  it('while the search itself finds them where they are', () => {
    const sent = JSON.stringify([canaryCard('success'), canary.itn]);
    expect(found(needles, sent)).toHaveLength(needles.length);
    const sealed = Buffer.from(`x${sent}`);
    expect(found([needle('it', canary.pan)], sealed.toString('hex'))).toEqual(['it']);
    expect(found([needle('it', canary.pan)], sealed.toString('base64'))).toEqual(['it']);
  });

  it('in answers: accepted, failed, late and refused ones, repeated ones and records', () => {
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 404, 504]));
    expect(new Set(refusals)).toEqual(new Set([400]));
    for (const { body, headers } of answers)
      expect(found(needles, JSON.stringify([body, headers]))).toEqual([]);
  });

  it("in the merchant's callbacks", async () => {
    for (const reference of references) {
      const callbacks = await witness.untilCallbacks(reference);
      expect(found(needles, JSON.stringify(callbacks))).toEqual([]);
    }
  });

  it('in any table, and the vault is empty', async () => {
    const tables = await books.rows(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { relname } of tables) {
      const rows = await books.rows(`select whole::text as line from "${String(relname)}" as whole`);
      const text = rows.map(({ line }) => String(line)).join('\n');
      expect([relname, found(needles, text)]).toEqual([relname, []]);
    }
    const payments = identifiersOf('payment');
    const vault = await books.rows('select from card_vault where identifier = any($1)', payments);
    expect(vault).toEqual([]);
    const people = await books.rows('select from personal_data where identifier = any($1)', payments);
    expect(people).toHaveLength(payments.length);
  });

  it("in any file: logs, configuration, Postgres's own files", async () => {
    await books.rows('checkpoint');
    const isOurs = (path: string) => !path.startsWith(join(directory, 'sandbox'));
    const { hits, files } = await foundInFiles(needles, directory, isOurs);
    expect(hits).toEqual([]);
    expect(files).toBeGreaterThan(100);
  });

  it('in the figures of any process', async () => {
    for (const url of [urls.metrics, urls.checkoutMetrics, urls.workerMetrics, urls.sdkMetrics]) {
      const figures = await (await fetch(url)).text();
      expect(figures).toMatch(/^(?:gateway|temporal)_/m);
      expect([url, found(needles, figures)]).toEqual([url, []]);
    }
  });

  it("in the provider's files, as far as the card goes", async () => {
    const { hits, files } = await foundInFiles(cardNeedles, join(directory, 'sandbox'));
    expect(hits).toEqual([]);
    expect(files).toBeGreaterThan(0);
  });

  it('in any workflow history, search attribute, memo or description', async () => {
    const connection = await Connection.connect({ address: temporalAddress });
    const { workflow } = new Client({ connection });
    for (const { type, identifier } of made) {
      const handle = workflow.getHandle(workflowIdOf(type, identifier));
      const texts = readTexts([await handle.fetchHistory(), (await handle.describe()).raw]);
      expect(texts.join('\n')).toContain(identifier);
      expect(found(needles, texts.join('\n'))).toEqual([]);
    }
    await connection.close();
  });
});
