import { describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { patient } from '../stack/patience.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';

/** Contract §7 and §8: the check endpoint, its record and `wait`. */
const { api, sandbox } = sharedStack.urls;
const merchant = createMerchant(api);
const target = '/v2/payment';
const notFound = { status: 404, code: 35, reason: 'Resource not found' };
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
const pathOf = (reference: string) => `${target}/${encodeURIComponent(reference)}`;

type Known = Readonly<Record<string, unknown>>;
const step = (status: string, source: string) => ({ status, source, date: instant });

/** The callback is delivered some time after the final state. */
async function untilDelivered(reference: string): Promise<Known> {
  for (let asked = 0; asked < 300; asked += 1) {
    const { body } = await merchant.get(pathOf(reference));
    if ((body['callback'] as Known)['state'] === 'delivered') return body;
  }
  throw new Error(`the callback of ${reference} was not delivered`);
}

describe('the record', () => {
  it('of an open payment has exactly these fields, the challenge among them', async () => {
    const sent = idealBody({ note: 'x', count: 2 }, { description: 'Two books' });
    const created = await merchant.post(target, sent);
    const { identifier, request_id, challenge, expires_date } = created.body;
    const { status, body } = await merchant.get(pathOf(sent.reference));
    expect([status, body]).toEqual([
      200,
      {
        type: 'payment',
        identifier,
        reference: sent.reference,
        request_id,
        method: 'ideal',
        style: 'h2h',
        mode: 'initial',
        currency: 'EUR',
        amount: '10.1',
        billing_currency: 'EUR',
        billing_amount: '10.1',
        status: 'created',
        error_code: 0,
        error_reason: '',
        description: 'Two books',
        created_date: instant,
        finished_date: null,
        extra: { meta: { note: 'x', count: 2 } },
        provider: 'sandbox',
        challenge,
        expires_date,
        history: [step('pending', 'api'), step('created', 'provider')],
        callback: { state: 'none', attempts: 0, next_attempt: null },
        timestamp: instant,
      },
    ]);
    expect(challenge).toMatchObject({ challenge_type: 'redirect' });
    expect(Date.parse(String(expires_date))).toBeGreaterThan(Date.parse(String(body['timestamp'])));
  });

  it('of a paid card payment has the digits that may be shown, and the callback', async () => {
    const sent = cardBody('4242424242424242', { sandbox: 'success' });
    const { body: created } = await merchant.post(target, sent);
    await merchant.untilFinal(sent.reference);
    const record = await untilDelivered(sent.reference);
    const { history, ...rest } = record;
    expect(rest).toEqual({
      type: 'payment',
      identifier: created['identifier'],
      reference: sent.reference,
      request_id: created['request_id'],
      method: 'card',
      style: 'h2h',
      mode: 'initial',
      currency: 'EUR',
      amount: '25',
      billing_currency: 'EUR',
      billing_amount: '25',
      status: 'success',
      error_code: 0,
      error_reason: '',
      created_date: instant,
      finished_date: instant,
      refunded_amount: '0.00',
      charged_back_amount: '0.00',
      refundable_amount: '25.00',
      refundable_until: instant,
      refunds: [],
      reversals: [],
      card: { first6: '424242', last4: '4242', brand: 'visa' },
      extra: { meta: { sandbox: 'success' } },
      provider: 'sandbox',
      callback: {
        event_id: expect.stringMatching(/^evt_/),
        state: 'delivered',
        attempts: 1,
        next_attempt: null,
      },
      timestamp: instant,
    });
    expect((history as Known[]).at(-1)).toEqual(step('success', 'provider'));
    expect(record['identifier']).toEqual(uuid);
  });

  it('of a card payment dates the status as the answer to its creation did', async () => {
    const sent = cardBody('4242424242424242');
    const { body: created } = await merchant.post(target, sent);
    const { body } = await merchant.get(pathOf(sent.reference));
    const { status, date } = (body['history'] as Known[]).at(-1) ?? {};
    expect(created['status']).toEqual({ name: 'created', date });
    expect(status).toBe('created');
  });

  it('of an open hosted payment has the page of the create answer', async () => {
    const sent = pixBody();
    const created = await merchant.post(target, sent);
    expect((await merchant.get(pathOf(sent.reference))).body).toMatchObject({
      style: 'hpp',
      method: 'pix',
      status: 'new',
      amount: '99.9',
      redirect_url: created.body['redirect_url'],
      finished_date: null,
      expires_date: instant,
      history: [step('new', 'api')],
    });
  });

  it('of a declined payment says so in the words of the error table, with a reason of its own', async () => {
    const sent = idealBody({ sandbox: 'decline' }, { description: 'Two books' });
    await merchant.post(target, sent);
    expect(await merchant.untilFinal(sent.reference)).toMatchObject({
      status: 'declined',
      error_code: 200,
      error_reason: 'Transaction processing error',
      error_description: expect.stringMatching(/declin/i),
      description: 'Two books',
      finished_date: instant,
    });
  });

  it('names who brought each state: a look-up where no callback came', async () => {
    const sent = idealBody({ sandbox: 'no_callback' });
    await merchant.post(target, sent);
    const { history } = await merchant.untilFinal(sent.reference);
    expect((history as Known[]).map(({ status }) => status)).toEqual(['pending', 'created', 'success']);
    expect((history as Known[]).at(-1)).toEqual(step('success', 'lookup'));
  });

  it('shows the amount and the metadata as written, whatever a JavaScript number makes of it', async () => {
    const sent = { ...ussdBody(sandbox), extra: { meta: '@' } };
    const meta = '{"big":12345678901234567890,"small":1.50}';
    const text = JSON.stringify(sent).replace('"@"', meta);
    expect((await merchant.postRaw(target, text)).status).toBe(200);
    const answer = await sendSigned(api, { target: pathOf(sent.reference) });
    expect(answer.text).toContain(`"extra":{"meta":${meta}}`);
  });

  it('holds no customer data and no card number', async () => {
    const sent = cardBody('4242424242424242', { sandbox: 'success' });
    await merchant.post(target, sent);
    const { text } = await sendSigned(api, { target: pathOf(sent.reference) });
    for (const secret of ['4242424242424242', '"737"', 'Byron', 'ada@example.com', 'Gran Via'])
      expect(text).not.toContain(secret);
  });
});

describe('the reference in the path', () => {
  const spellings = [
    `a/b?ü#%&+ ;=${newReference()}`,
    `\u{1F600}`.repeat(92) + newReference().slice(4),
    `..${newReference()}`,
    `%2F${newReference()}`,
    `"<script>'${newReference()}`,
  ];
  it.each(spellings)('%j is found by its percent-encoded form', async (reference) => {
    const created = await merchant.post(target, idealBody({ sandbox: 'success' }, { reference }));
    expect(created.body).toMatchObject({ error_code: 0, reference });
    const { status, body } = await merchant.get(pathOf(reference));
    expect([status, body['reference'], body['identifier']]).toEqual([
      200,
      reference,
      created.body['identifier'],
    ]);
  });

  it.each(['constructor', '__proto__', ' ', '%', 'r'.repeat(128)])(
    '%j is unknown: 404',
    async (reference) => {
      const description = `This merchant has no payment with the reference "${reference}"`;
      const answer = await sendSigned(api, { target: pathOf(reference) });
      expectError(answer, { ...notFound, reference, description });
    },
  );

  it.each(['..', '.', 'a\u0000b', 'a\nb', 'r'.repeat(129), 'r'.repeat(5000)])(
    '%# an impossible reference is 404, and is not repeated',
    async (reference) => {
      const answer = await sendSigned(api, { target: pathOf(reference) });
      expectError(answer, {
        ...notFound,
        description: /^(This merchant has no payment with such|There is no path)/,
      });
    },
  );

  it('is case-sensitive, and known to every project of the merchant and to no other', async () => {
    const { reference } = await createOpen();
    expectError(await merchant.get(pathOf(reference.toUpperCase())), {
      ...notFound,
      reference: reference.toUpperCase(),
    });
    expectError(await createMerchant(api, 'mk_test_limits').get(pathOf(reference)), {
      ...notFound,
      reference,
    });
    expect((await createMerchant(api, 'mk_test_demo_b').get(pathOf(reference))).body).toMatchObject({
      reference,
    });
  });
});

async function createOpen(meta: Readonly<Record<string, string | number>> = {}) {
  const sent = idealBody(meta);
  expect((await merchant.post(target, sent)).body).toMatchObject({ status: 'created' });
  return sent;
}

describe('wait', () => {
  it.each(['31', 'abc', '-1', '1.5', '+1', '1e1', '0x1', '100', '%20', '1&wait=1', '&wait=1', '1,2'])(
    '?wait=%s gets 30',
    async (wait) => {
      const { reference } = await createOpen();
      const answer = await merchant.get(`${pathOf(reference)}?wait=${wait}`);
      expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description: /^wait: / });
    },
  );

  it.each(['?wait=0', '?wait=', '?wait', '?', '?other=31', ''])('%s does not wait', async (query) => {
    const { reference } = await createOpen();
    const { text } = await sendSigned(api, { target: pathOf(reference) + query });
    expect(JSON.parse(text)).toMatchObject({ status: 'created' });
  });

  it('holds the request until the status changes', async () => {
    const { reference } = await createOpen({ sandbox: 'success', sandbox_delay_ms: 1500 });
    expect((await merchant.get(`${pathOf(reference)}?wait=30`)).body).toMatchObject({ status: 'success' });
  });

  it('answers with the same status when nothing happens', async () => {
    const { reference } = await createOpen();
    expect((await merchant.get(`${pathOf(reference)}?wait=1`)).body).toMatchObject({ status: 'created' });
  });

  it('answers at once when the payment is final', { timeout: patient(20_000) }, async () => {
    const { reference } = await createOpen({ sandbox: 'success' });
    await merchant.untilFinal(reference);
    expect((await merchant.get(`${pathOf(reference)}?wait=30`)).body).toMatchObject({ status: 'success' });
  });

  it('serves many at a time', async () => {
    const { reference } = await createOpen({ sandbox: 'success', sandbox_delay_ms: 1000 });
    const asked = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => merchant.get(`${pathOf(reference)}?wait=30`)),
    );
    expect(new Set(asked.map(({ body }) => body['status']))).toEqual(new Set(['success']));
  });

  it('does not wait for what is unknown', { timeout: patient(20_000) }, async () => {
    const reference = newReference();
    expectError(await merchant.get(`${pathOf(reference)}?wait=30`), { ...notFound, reference });
  });
});
