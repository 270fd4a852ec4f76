import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { openEndpoint, type Endpoint, type EndpointAnswer } from '../fakes/endpoint.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, goldenKey, type Merchant } from '../fakes/merchant.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveEnd, type Ended, type Observers } from '../witnesses/prove-end.js';
import { startTestStack, type Setting, type TestStack } from '../stack/start-test-stack.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: the rows of contract §12 that no key of the development configuration reaches, over HTTP all the same. Method: a
 * stack of its own with further projects of merchant `demo`, some at a provider that a test plays.
 */
const processing = 'Transaction processing error';

/** What the played provider answers to a create call, by the path it is reached at; it knows of no charge. */
const answers: Readonly<Record<string, EndpointAnswer>> = {
  unreadable: { status: 200, body: 'neither a charge nor JSON' },
  failing: { status: 502, body: '{}' },
  refusing: { status: 422, body: '{"fault":"INVALID_CARD"}' },
};

let provider: Endpoint;
let running: TestStack;
let books: Books;

beforeAll(async () => {
  provider = await openEndpoint(({ path, method }) => {
    const unknown = { status: 404, body: '{"fault":"UNKNOWN_ORDER"}' };
    const isSubmit = method === 'POST' && !path.endsWith('/abandon');
    return (isSubmit && answers[path.split('/')[1] ?? '']) || unknown;
  });
  running = await startTestStack({
    settings: [
      ...Object.keys(answers).flatMap((name) => at(name, { base_url: `${provider.url}/${name}` })),
      ...at('payouts_only', { types: ['payout'] }),
      ...at('dollars_only', { currencies: ['USD'] }),
      ...at('late', {}, { timing: { submit_max_age: { payment: '1s', payout: '1s' } } }),
    ],
  });
  books = openBooks(running.stack.postgres.url);
});
afterAll(async () => {
  provider.close();
  await books.close();
  await running.stop();
});

/** A provider, a MID at it and a project that sends everything there, all of one name. */
function at(name: string, itsProvider: object, itsProject: object = {}): readonly Setting[] {
  const credentials = { account: 'acct_demo', secret: 'sandbox_secret_demo' };
  const routes = [{ mid: name, bank_code_challenges: ['provider_banks'] }];
  return [
    [['providers', name], itsProvider],
    [['mids', name], { provider: name, credentials }],
    [
      ['projects', name],
      { keys: { [`mk_test_${name}`]: goldenKey }, merchant: 'demo', routes, ...itsProject },
    ],
  ];
}

const merchantOf = (project: string): Merchant =>
  createMerchant(running.stack.urls.api, `mk_test_${project}`);
const observersOf = (project: string): Observers => ({
  merchant: merchantOf(project),
  witness: createWitness(running.stack.urls.sandbox),
  books,
});

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

/** Posts the hosted page of a payment that was just created. */
async function postPage(project: string, body: Body, fields: Readonly<Record<string, string>> = {}) {
  const { status, body: created } = await merchantOf(project).post('/v2/payment', body);
  expect([status, created['status']]).toEqual([200, 'new']);
  const customer = createCustomer();
  return customer.submit(await customer.open(String(created['redirect_url'])), 'pay', fields);
}

describe('refused before registration', () => {
  it.each([
    [
      'a provider without payments',
      'payouts_only',
      1050,
      'Bank does not support transaction',
      'Invalid payment type',
    ],
    [
      'a provider without the currency',
      'dollars_only',
      1051,
      "Bank doesn't support currency",
      'The provider does not accept the currency',
    ],
  ])('%s', async (_name, project, code, reason, description) => {
    for (const body of [idealBody({ sandbox: 'success' }), pixBody({ sandbox: 'success' })]) {
      const { reference } = body;
      const answer = await merchantOf(project).post('/v2/payment', body);
      expectError(answer, { status: 400, code, reason, description, reference });
      expect((await merchantOf(project).get(`/v2/payment/${reference}`)).status).toBe(404);
    }
  });

  it('a provider without the currency of a payout', async () => {
    const body = pixPayout({ sandbox: 'success' });
    expectError(await merchantOf('dollars_only').post(payouts, body), {
      status: 400,
      code: 1051,
      reason: "Bank doesn't support currency",
      reference: body.reference,
    });
  });
});

describe.concurrent('a provider that never confirmed, and knows nothing of it', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['unreadable', 'Invalid adapter response format'],
    ['failing', 'Communication error'],
  ];

  it.each(cases)('%s: %s', async (project, reason) => {
    const body = idealBody();
    const created = await merchantOf(project).post('/v2/payment', body);
    expect([200, 504]).toContain(created.status);
    await proveEnd(observersOf(project), body.reference, { status: 'error', code: 200, reason });
  });

  it.each(cases)('%s, after the hosted page: %s', async (project, reason) => {
    const body = pixBody();
    await postPage(project, body);
    await proveEnd(observersOf(project), body.reference, { status: 'error', code: 200, reason });
  });
});

describe('a provider that does not take the card', () => {
  it('sent by the merchant: Failed to register card transaction', async () => {
    const body = cardBody('4242424242424242');
    const reason = 'Failed to register card transaction';
    expect(await merchantOf('refusing').post('/v2/payment', body)).toMatchObject({
      status: 200,
      body: { error_code: 200, error_reason: reason, status: { name: 'error' } },
    });
    await proveEnd(observersOf('refusing'), body.reference, { status: 'error', code: 200, reason });
  });

  it('filled in by the customer: Error while trying to process filling data', async () => {
    const body = cardPageBody();
    await postPage('refusing', body, enteredCard('4242424242424242'));
    await proveEnd(observersOf('refusing'), body.reference, {
      status: 'error',
      code: 200,
      reason: 'Error while trying to process filling data',
    });
  });
});

describe('never sent, found out after the hosted page', () => {
  it.each([
    ['a MID without credentials', 'mid_broken', 'Mid configuration error'],
    ['every port closed', 'both_down', 'Failed to register cascade transaction'],
  ])('%s: %s, %s', async (_name, project, reason) => {
    const body = pixBody();
    await postPage(project, body);
    await proveEnd(observersOf(project), body.reference, { status: 'error', code: 200, reason });
  });
});

describe('not submitted within timing.submit_max_age', () => {
  it('ends payment and payout as errors, and sends nothing', async () => {
    const merchant = createMerchant(running.stack.urls.api, 'mk_test_late', { repeats: 0 });
    const payment = idealBody({ sandbox: 'success' });
    const payout = pixPayout({ sandbox: 'success' });
    await running.stack.apps.worker.kill();
    try {
      // Answered only when the deadline is over, which is later than the age.
      expect((await merchant.post('/v2/payment', payment)).status).toBe(504);
      expect((await merchant.post(payouts, payout)).status).toBe(504);
    } finally {
      await running.stack.apps.worker.start();
    }
    const description = 'Not submitted in time; nothing was sent';
    const ended: Ended = { status: 'error', code: 200, reason: processing, description };
    const observers = observersOf('late');
    const { identifier: paid } = await proveEnd(observers, payment.reference, ended);
    const { identifier } = await proveEnd(observers, payout.reference, { ...ended, type: 'payout' });
    for (const sent of [paid, identifier]) expect(await observers.witness.charges(String(sent))).toEqual([]);
    expect(await entriesOf(books, identifier)).toEqual(['reserve 10.5 BRL', 'release 10.5 BRL']);
  });
});

describe('a scenario that the sandbox does not have', () => {
  const slip = { sandbox: 'sucess' };
  const said = /^extra\.meta\.sandbox names no scenario\. There are: .*\brefused\b.*\bsuccess\b/;

  it('of a payment ends it, and the merchant gets the names', async () => {
    const body = idealBody(slip);
    await merchantOf('demo').post('/v2/payment', body);
    const record = await proveEnd(observersOf('demo'), body.reference, { status: 'error', code: 200 });
    expect(record['error_description']).toMatch(said);
    expect(record['error_description']).not.toContain('unsupported_bank');
  });

  it('of a payout, which has one more', async () => {
    const body = pixPayout(slip);
    await merchantOf('demo').post(payouts, body);
    const ended = { type: 'payout', status: 'error', code: 200 } as const;
    const record = await proveEnd(observersOf('demo'), body.reference, ended);
    expect(record['error_description']).toMatch(said);
    expect(record['error_description']).toContain('unsupported_bank');
  });
});
