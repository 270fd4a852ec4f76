import { afterAll, describe, expect, it } from 'vitest';
import { isFinal, readCreatedPayment } from '#client/read-created';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { proveEnd, proveOneCharge, type Ended } from '../witnesses/prove-end.js';
import { patient } from '../stack/patience.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: payments end as they must, seen from outside: the record, the callback, the provider's journal. Method: every scenario
 * by one method; by the others, and on the hosted page, those whose answers or shapes differ. How a provider's answers are
 * translated does not depend on the method (`test/unit/sandbox-connector.test.ts`).
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const hasty = createMerchant(urls.api, undefined, { repeats: 0 });
const paymentsMax = 3;
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);
const observers = { merchant, witness, books };

afterAll(() => books.close());

/**
 * What the create call of an H2H payment gets: a next step for the customer (`open`), that or the word that we are at
 * it (`race`), no next step (`working`, of which only ussd shows the success), no answer in time, or a failure.
 */
type AnswerKind = 'open' | 'race' | 'working' | 'late' | 'failed';

const scenarios: Readonly<Record<string, { readonly answer: AnswerKind; readonly ended: Ended }>> = {
  success: { answer: 'open', ended: { status: 'success' } },
  decline: { answer: 'open', ended: { status: 'declined', reason: 'Transaction processing error' } },
  error: { answer: 'open', ended: { status: 'error', reason: 'Transaction processing error' } },
  expire: { answer: 'open', ended: { status: 'expired', reason: 'Transaction processing error' } },
  at_once: { answer: 'working', ended: { status: 'success' } },
  early_callback: { answer: 'race', ended: { status: 'success' } },
  duplicate_callback: { answer: 'open', ended: { status: 'success' } },
  unsigned_callback: { answer: 'open', ended: { status: 'success' } },
  no_callback: { answer: 'open', ended: { status: 'success' } },
  timeout_success: { answer: 'late', ended: { status: 'success' } },
  timeout_decline: { answer: 'late', ended: { status: 'declined' } },
  timeout_lost: { answer: 'late', ended: { status: 'error', reason: 'Mid request timeout' } },
  reset: { answer: 'working', ended: { status: 'success' } },
  http_500: { answer: 'working', ended: { status: 'success' } },
  garbage: { answer: 'working', ended: { status: 'success' } },
  refused: { answer: 'failed', ended: { status: 'error', reason: 'Communication error' } },
};

const methods = {
  ideal: {
    body: (sandbox: string) => idealBody({ sandbox }),
    open: { status: 'created', challenge: { challenge_type: 'redirect' } },
    working: { status: 'pending' },
    failed: { status: 'error' },
    record: { method: 'ideal', style: 'h2h' },
  },
  ussd: {
    body: (sandbox: string) => ussdBody(urls.sandbox, { sandbox }),
    open: {
      status: 'created',
      challenge: { challenge_type: 'ussd', type: 'ussd', ussd: { code: expect.stringMatching(/^\*.+#$/) } },
    },
    working: { status: 'success' },
    failed: { status: 'error' },
    record: { method: 'ussd', style: 'h2h' },
  },
  card: {
    body: (sandbox: string) => cardBody('4242424242424242', { sandbox }),
    open: {
      status: { name: 'created', date: expect.stringMatching(/Z$/) },
      challenge: { challenge_type: 'redirect' },
    },
    working: { status: { name: 'pending' } },
    failed: { status: { name: 'error' } },
    record: { method: 'card', style: 'h2h', card: { first6: '424242', last4: '4242', brand: 'visa' } },
  },
} as const;

/** One for each kind of answer whose shape is the method's own. */
const scenariosByMethod = ['success', 'at_once', 'refused'];
const scenariosOfPage = ['success', 'decline', 'expire', 'timeout_success', 'timeout_lost', 'refused'];

const cases = Object.keys(methods).flatMap((method) =>
  (method === 'ideal' ? Object.keys(scenarios) : scenariosByMethod).map(
    (scenario) => [method as keyof typeof methods, scenario] as const,
  ),
);

describe.concurrent('server to server', () => {
  it.each(cases)('%s: %s', async (method, scenario) => {
    const expected = scenarios[scenario];
    if (!expected) throw new Error(scenario);
    const { body, created } = await createInTime(() => methods[method].body(scenario), expected.answer);
    const { status, body: answer } = created;
    expect({ status, body: { challenge: 'none', ...answer } }).toMatchObject(
      expectedAnswer(method, expected.answer, body.reference),
    );
    const record = await proveEnd(observers, body.reference, expected.ended);
    expect(record).toMatchObject({ identifier: answer['identifier'], ...methods[method].record });
  });
});

/**
 * A payment that was answered at once, where one is to be. On a machine that stands still for a second its provider may end it
 * before, and after three the answer is a 504. Then another is made.
 */
async function createInTime<Body>(newBody: () => Body, kind: AnswerKind) {
  for (let made = 1; ; made += 1) {
    const body = newBody();
    const created = await hasty.post('/v2/payment', body);
    const { status } = readCreatedPayment(created.body);
    const isLate = created.status === 504 || (kind === 'open' && isFinal(status));
    if (kind === 'late' || !isLate || made === paymentsMax) return { body, created };
  }
}

/** The answer of the create call; `challenge` is `none` without one. */
function expectedAnswer(method: keyof typeof methods, kind: AnswerKind, reference: string) {
  const { open, working, failed } = methods[method];
  const accepted = { error_code: 0, reference, type: 'payment', method, mode: 'initial' };
  const error = { error_code: 200, error_reason: 'Communication error', reference, challenge: 'none' };
  switch (kind) {
    case 'open':
      return { status: 200, body: { ...accepted, ...open } };
    case 'race':
      return { status: 200, body: accepted };
    case 'working':
      return { status: 200, body: { ...accepted, ...working, challenge: 'none' } };
    case 'failed':
      return { status: 200, body: { ...error, ...failed } };
    case 'late':
      return { status: 504, body: { ...late, reference } };
  }
}

const late = {
  error_code: 121,
  description: 'Payment transaction timeout after 30 seconds',
  status: 'error',
};

describe.concurrent('a request that is held up on its way', () => {
  const held = (delayMs: number) => idealBody({ sandbox: 'held_request', sandbox_delay_ms: delayMs });

  it('longer than its provider is asked about it, finds a closed door: an error, and never a charge', async () => {
    const arrivesInMs = patient(25_000);
    const sentAt = performance.now();
    const { body, created } = await createInTime(() => held(arrivesInMs), 'late');
    expect(created).toMatchObject({ status: 504, body: late });
    const { identifier } = await proveEnd(observers, body.reference, {
      status: 'error',
      reason: 'Mid request timeout',
    });
    const leftMs = arrivesInMs - (performance.now() - sentAt);
    expect(leftMs).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, leftMs + 1_000));
    expect(await witness.charges(String(identifier))).toEqual([]);
    expect(await books.rows('select from reviews where identifier = $1', identifier)).toEqual([]);
  });

  it('for less time than the look-ups take, is paid', async () => {
    const body = held(patient(3_500));
    expect((await hasty.post('/v2/payment', body)).status).toBe(504);
    await proveEnd(observers, body.reference, { status: 'success' });
  });
});

describe.concurrent('on the hosted page', () => {
  it.each(scenariosOfPage)('pix: %s', async (sandbox) => {
    const ended = scenarios[sandbox]?.ended;
    if (!ended) throw new Error(sandbox);
    const body = pixBody({ sandbox });
    const created = await merchant.post('/v2/payment', body);
    expect(created).toMatchObject({ status: 200, body: { error_code: 0, status: 'new' } });
    const fields = ['error_code', 'identifier', 'redirect_url', 'reference', 'request_id', 'status'];
    expect(Object.keys(created.body).toSorted()).toEqual(fields);
    const customer = createCustomer();
    const page = await customer.open(String(created.body['redirect_url']));
    const posted = await customer.submit(page, 'pay');
    expect(posted.httpStatus).toBe(200);
    const record = await proveEnd(observers, body.reference, ended);
    expect(record).toMatchObject({ method: 'pix', style: 'hpp', redirect_url: created.body['redirect_url'] });
  });
});

describe.concurrent('evidence that does not count', () => {
  const bodies = {
    ideal: () => idealBody({ sandbox: 'wrong_amount' }),
    ussd: () => ussdBody(urls.sandbox, { sandbox: 'wrong_amount' }),
    card: () => cardBody('4242424242424242', { sandbox: 'wrong_amount' }),
  };

  it.each(Object.entries(bodies))('%s: another amount is a review, and no end', async (_method, newBody) => {
    const body = newBody();
    const { body: created } = await merchant.post('/v2/payment', body);
    const identifier = String(created['identifier']);
    const reviews = await untilReviews(identifier, 1);
    expect(reviews[0]).toMatchObject({ cause: 'wrong amount' });
    const { body: record } = await merchant.get(`/v2/payment/${body.reference}`);
    expect(['created', 'pending']).toContain(record['status']);
    expect(record).toMatchObject({ finished_date: null, callback: { state: 'none' } });
    expect(await witness.callbacks(body.reference)).toEqual([]);
    expect(await books.rows('select from events where identifier = $1', identifier)).toEqual([]);
  });

  it.each(['ideal', 'ussd', 'card'] as const)('%s: the first of two final words stays', async (method) => {
    const body = methods[method].body('contradictory_callback');
    await merchant.post('/v2/payment', body);
    const { identifier } = await proveEnd(observers, body.reference, { status: 'success' });
    const reviews = await untilReviews(String(identifier), 1);
    expect(reviews).toMatchObject([
      { cause: 'contradicts the final state', evidence: { outcome: 'declined' } },
    ]);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body['status']).toBe('success');
    await proveOneCharge(witness, String(identifier), true);
  });

  function untilReviews(identifier: string, count: number) {
    return until(
      () => books.rows('select cause, evidence from reviews where identifier = $1 order by id', identifier),
      (reviews) => reviews.length >= count,
    );
  }
});

describe.concurrent('card numbers choose a scenario as well', () => {
  it.each([
    ['4000000000000002', { status: 'declined' }],
    ['4000000000000119', { status: 'error' }],
    ['4000000000000259', { status: 'success' }],
    ['4000000000009995', { status: 'declined' }],
  ] as const)('%s', async (pan, ended) => {
    const body = cardBody(pan);
    await merchant.post('/v2/payment', body);
    await proveEnd(observers, body.reference, ended);
  });
});
