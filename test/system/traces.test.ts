import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { withCheckDigit } from '../fakes/card-number.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { found, needle, shortNeedle } from '../witnesses/needles.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { sendSigned } from '../fakes/signed-request.js';
import { expectConnected, has, named } from '../witnesses/connected-spans.js';
import { openSpanReceiver, type ReceivedSpan, type SpanReceiver } from '../fakes/span-receiver.js';
import { sharedStack } from '../stack/stack.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: one connected trace for each payment, and nothing of its customer in it (contract §14). Method: a receiver of our
 * own takes what api and worker send.
 */
let receiver: SpanReceiver;
let running: TestStack;
let merchant: Merchant;
let books: Books;

beforeAll(async () => {
  receiver = await openSpanReceiver();
  running = await startTestStack({
    apps: withoutCheckout,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
  merchant = createMerchant(running.stack.urls.api);
  books = openBooks(running.stack.postgres.url);
});
afterAll(async () => {
  await books.close();
  await running.stop();
  receiver.close();
});

const canary = {
  reference: `canary-${Date.now()}-4417`,
  description: 'Quagmirelle order 8812',
  first: 'Zephyrine',
  email: 'zephyrine@quagmirelle.example',
  phone: '+31612987654',
  page: 'canary-path-5521',
};

describe('a payment', () => {
  const callbackPath = '/merchant/callbacks';
  let identifier: string;
  let requestId: string;
  let spans: readonly ReceivedSpan[];
  let create: ReceivedSpan;

  beforeAll(async () => {
    const customer = {
      identifier: 'canary-customer-8812',
      first_name: canary.first,
      last_name: 'Quagmirelle',
      country: 'NL',
      email: canary.email,
      phone: canary.phone,
    };
    const { created } = await pay({ customer });
    identifier = String(created['identifier']);
    requestId = String(created['request_id']);
    spans = await receiver.untilSpans(
      identifier,
      has('POST /v2/payment', 'submit', 'POST /provider-callbacks/:provider', 'deliver'),
    );
    create = expectConnected(spans, ['submit']);
  });

  async function pay(fields: object) {
    const { reference, description, page } = canary;
    const callbackUrl = `${running.stack.urls.sandbox}${callbackPath}?page=${page}`;
    const body = idealBody(
      { sandbox: 'success' },
      { ...fields, reference, description, callback_url: callbackUrl },
    );
    const { body: created } = await merchant.post('/v2/payment', body);
    await merchant.untilFinal(reference);
    return { created };
  }

  it('is one trace from the create call to the provider, and its callbacks link there', () => {
    expect(create).toMatchObject({
      service: 'payments-gateway-api',
      kind: 2,
      parentSpanId: undefined,
      links: [],
    });
    expect(create.attributes).toEqual({
      'payment.identifier': identifier,
      'payment.request_id': requestId,
      outcome: 'created',
      'http.request.method': 'POST',
      'http.route': '/v2/payment',
      'http.response.status_code': 200,
    });
    const [submit, ...more] = named(spans, 'submit');
    expect(more).toEqual([]);
    expect(submit).toMatchObject({ service: 'payments-gateway-worker', kind: 3 });
    expect(submit?.attributes).toEqual({
      'payment.identifier': identifier,
      'payment.type': 'payment',
      'payment.method': 'ideal',
      provider: 'sandbox',
      mid: expect.any(String) as string,
      attempt: 1,
      outcome: 'accepted',
    });
    expect(submit?.startedAt).toBeGreaterThanOrEqual(create.startedAt);
    expect(submit?.endedAt).toBeLessThanOrEqual(create.endedAt);
    const [deliver] = named(spans, 'deliver');
    expect(deliver?.attributes).toEqual({
      'payment.identifier': identifier,
      attempt: 1,
      outcome: 'delivered',
      'http.response.status_code': 200,
    });
  });

  it('is kept with its row, and is in no answer', async () => {
    const [row] = await books.rows('select traceparent from transactions where identifier = $1', identifier);
    expect(row).toEqual({ traceparent: `00-${create.traceId}-${create.spanId}-01` });
    const answers = [
      await merchant.get(`/v2/payment/${canary.reference}`),
      await merchant.get('/v2/transactions'),
      await merchant.get('/v2/events'),
      await merchant.get('/v2/callbacks'),
    ];
    expect(JSON.stringify(answers.map(({ body }) => body))).toContain(identifier);
    expect(JSON.stringify(answers)).not.toContain(create.traceId);
  });

  it('its lines in both logs lead there', async () => {
    const { api, worker } = running.stack.apps;
    const wanted = [
      [api.logFile, 'answered'],
      [worker.logFile, 'attempt made'],
      [worker.logFile, 'status changed'],
      [worker.logFile, 'callback attempted'],
    ] as const;
    for (const [file, message] of wanted)
      await until(
        async () => (await readFile(file, 'utf8')).split('\n'),
        (lines) =>
          lines.some((line) => line.includes(`"traceId":"${create.traceId}"`) && line.includes(message)),
      );
  });

  it('has no data of its customer, merchant or addresses', () => {
    const needles = [
      ...Object.entries(canary).map(([name, secret]) => needle(name, secret)),
      needle('last name', 'Quagmirelle'),
      needle('customer', 'canary-customer'),
      needle('address', callbackPath),
      needle('merchant', 'merchant'),
      needle('key', 'mk_test'),
    ];
    const text = receiver.texts().join('\n');
    expect(text).toContain(identifier);
    expect(found(needles, text)).toEqual([]);
    expect(found(needles, JSON.stringify({ canary, callbackPath }))).not.toEqual([]);
  });
});

it('has no card data, neither of an accepted payment nor of refused calls', async () => {
  const pan = withCheckDigit('739158204716935286');
  const { customer: someone } = cardBody(pan);
  const customer = { ...(someone as object), first_name: canary.first, email: canary.email };
  const card = { pan, exp_month: '12', exp_year: '2031', cvv: '0417', holder_name: 'Zephyrine Quagmirelle' };
  const body = { ...cardBody(pan, { sandbox: 'success' }), card, customer };
  const { body: created } = await merchant.post('/v2/payment', body);
  await merchant.untilFinal(body.reference);
  const refused = [
    { ...body, reference: pan },
    { ...body, currency: 'ZZZ', description: canary.description },
    { ...body, card: { ...card, exp_year: '2020' } },
  ];
  const ids: unknown[] = [];
  for (const one of refused) ids.push((await merchant.post('/v2/payment', one)).body['request_id']);
  await receiver.untilSpans(String(created['identifier']), has('submit', 'POST /v2/payment', 'deliver'));
  const told = await until(
    () => Promise.resolve(receiver.spans()),
    (spans) => ids.every((id) => spans.some(({ attributes }) => attributes['payment.request_id'] === id)),
  );
  const ofRefused = told.filter(({ attributes }) => ids.includes(attributes['payment.request_id']));
  for (const { attributes } of ofRefused)
    expect(attributes).toEqual({
      'payment.request_id': expect.any(String) as string,
      outcome: 'error',
      'http.request.method': 'POST',
      'http.route': '/v2/payment',
      'http.response.status_code': 400,
    });
  const needles = [
    needle('card number', pan),
    needle('the middle of it', pan.slice(6, -4)),
    shortNeedle('CVV', card.cvv),
    ...['Zephyrine', 'Quagmirelle', canary.email].map((secret) => needle(secret, secret)),
  ];
  expect(found(needles, receiver.texts().join('\n'))).toEqual([]);
});

it('a payment that is looked up: each question is a trace of its own', async () => {
  const body = idealBody({ sandbox: 'no_callback' });
  const { body: created } = await merchant.post('/v2/payment', body);
  await merchant.untilFinal(body.reference);
  const spans = await receiver.untilSpans(
    String(created['identifier']),
    has('submit', 'look_up', 'POST /v2/payment'),
  );
  expectConnected(spans, ['submit']);
  expect(named(spans, 'look_up').at(-1)?.attributes).toMatchObject({
    provider: 'sandbox',
    attempt: 1,
    outcome: 'found',
  });
});

it('a payout whose provider does not answer in time, which has failed as a span', async () => {
  const body = pixPayout({ sandbox: 'timeout_success' });
  const { body: answer, status } = await merchant.post('/v2/payout', body);
  expect(status).toBe(504);
  const spans = await receiver.untilSpans(
    String(answer['identifier']),
    has('submit', 'POST /v2/payout', 'look_up'),
  );
  const create = expectConnected(spans, ['submit']);
  expect(create).toMatchObject({ hasFailed: true, attributes: { 'http.response.status_code': 504 } });
  expect(named(spans, 'submit')).toMatchObject([{ hasFailed: true, attributes: { outcome: 'unknown' } }]);
});

it('a cascade: both attempts are in the trace, and it is linked to that of the caller', async () => {
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const body = JSON.stringify(idealBody({ sandbox: 'success' }));
  const traceparent = `00-${caller.traceId}-${caller.spanId}-00`;
  const { text } = await sendSigned(running.stack.urls.api, {
    method: 'POST',
    target: '/v2/payment',
    body,
    keyId: 'mk_test_cascade',
    further: [['traceparent', traceparent]],
  });
  const { identifier } = JSON.parse(text) as { readonly identifier: string };
  const spans = await receiver.untilSpans(
    identifier,
    (seen) => named(seen, 'submit').length === 2 && has('POST /v2/payment')(seen),
  );
  const [create] = named(spans, 'POST /v2/payment');
  expect(create?.links).toEqual([caller]);
  expect(create?.traceId).not.toBe(caller.traceId);
  const submits = named(spans, 'submit').map(({ traceId, attributes: { attempt, outcome } }) => ({
    traceId,
    attempt,
    outcome,
  }));
  expect(submits).toEqual([
    { traceId: create?.traceId, attempt: 1, outcome: 'notSent' },
    { traceId: create?.traceId, attempt: 2, outcome: 'accepted' },
  ]);
});

it('without a collector of spans payments go on', async () => {
  receiver.close();
  const body = idealBody({ sandbox: 'success' });
  await merchant.post('/v2/payment', body);
  expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  const { worker } = running.stack.apps;
  await until(
    () => readFile(worker.logFile, 'utf8'),
    (text) => text.includes('spans were not delivered'),
  );
});

it('without an endpoint nothing is traced: the row has no trace, and no line of a log one', async () => {
  const own = createMerchant(sharedStack.urls.api);
  const body = idealBody({ sandbox: 'success' });
  const { body: created } = await own.post('/v2/payment', body);
  await own.untilFinal(body.reference);
  const shared = openBooks(sharedStack.databaseUrl);
  const identifier = String(created['identifier']);
  const [row] = await shared.rows('select traceparent from transactions where identifier = $1', identifier);
  await shared.close();
  expect(row).toEqual({ traceparent: null });
  const log = await readFile(`${sharedStack.directory}/logs/worker.log`, 'utf8');
  expect(log).toContain(identifier);
  expect(log).not.toContain('traceId');
});
