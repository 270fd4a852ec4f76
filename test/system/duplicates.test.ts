import { afterAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import { openDatabase } from '../witnesses/database.js';
import { expectError } from '../witnesses/expect-error.js';
import { journalOf } from '../witnesses/journal.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import type { Answer } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';

/** Contract §4: one transaction per reference, whatever comes in, and an answer for everybody. */
const { databaseUrl, urls } = sharedStack;
const merchant = createMerchant(urls.api);
const sameMerchant = createMerchant(urls.api, 'mk_test_demo_b');
const database = await openDatabase(databaseUrl);
const target = '/v2/payment';
const visa = '4242424242424242';

afterAll(() => database.destroy());

type Sent = { readonly reference: string };
const post = (body: object) => merchant.post(target, body);

/** The same content as the transaction of `known`: its identifier and request id come along. */
function expectSameContent(answer: Answer, known: Answer): void {
  const { reference, identifier, request_id: requestId } = known.body;
  expectDuplicate(answer, {
    reference: String(reference),
    identifier: String(identifier),
    requestId: String(requestId),
  });
}

/** Other content: nothing is said about the transaction that has the reference. */
function expectOtherContent(answer: Answer, known: Answer): void {
  expectDuplicate(answer, { reference: String(known.body['reference']) });
  expect(answer.body['request_id']).not.toBe(known.body['request_id']);
}

function expectDuplicate(
  answer: Answer,
  details: { reference: string; identifier?: string; requestId?: string },
): void {
  const { reference, identifier } = details;
  const own = ` by payment ${identifier} with status [a-z]+, see GET /v2/payment/${reference}`;
  const description = new RegExp(`^The reference is already in use${identifier === undefined ? '' : own}$`);
  expectError(answer, { status: 400, code: 108, reason: 'Duplicated reference', ...details, description });
}

function expectTimeout(answer: Answer, { reference }: Sent, known?: Answer): void {
  expectError(answer, {
    status: 504,
    code: 121,
    reason: 'routing settings issue (disabled project or bank)',
    description: 'Payment transaction timeout after 30 seconds',
    reference,
    identifier: String((known ?? answer).body['identifier']),
    ...(known && { requestId: String(known.body['request_id']) }),
  });
}

/** One row, and one successful charge at the provider. */
async function expectOnce({ reference }: Sent): Promise<void> {
  const rows = await database.query<{ identifier: string }[]>(
    'select identifier from transactions where reference = $1',
    [reference],
  );
  expect(rows).toHaveLength(1);
  const record = await merchant.untilFinal(reference);
  expect(record).toMatchObject({ identifier: rows[0]?.identifier, status: 'success' });
  const entries = await journalOf(urls.sandbox, record['identifier']);
  expect(entries.map(({ status }) => status)).toEqual(['success']);
}

describe('a reference that has had its answer', () => {
  it('the same content gets 108 with identifier and request id, as often as it comes', async () => {
    const body = idealBody({ sandbox: 'success' });
    const first = await post(body);
    expect(first.body).toMatchObject({ error_code: 0 });
    expectSameContent(await post(body), first);
    await merchant.untilFinal(body.reference);
    const last = await post(body);
    expectSameContent(last, first);
    expect(last.body['description']).toContain('with status success');
    await expectOnce(body);
  });

  it('so does a hosted payment', async () => {
    const body = pixBody();
    const first = await post(body);
    expectSameContent(await post(body), first);
  });

  it('the order of keys and the spaces between them are no content', async () => {
    const body = idealBody({ sandbox: 'success' });
    const first = await post(body);
    const turned = Object.fromEntries(Object.entries(body).toReversed());
    expectSameContent(await merchant.postRaw(target, JSON.stringify(turned, null, 3)), first);
  });

  const changes: Record<string, (body: Record<string, unknown>) => object> = {
    'another amount': (body) => ({ ...body, amount: 10.2 }),
    'another description': (body) => ({ ...body, description: 'one more word' }),
    'another customer': (body) => ({ ...body, customer: { ...Object(body['customer']), first_name: 'Ann' } }),
    'an unknown field': (body) => ({ ...body, surprise: 1 }),
    'another method': (body) => ({ ...pixBody(), reference: body['reference'] }),
  };
  it.each(Object.entries(changes))('%s gets 108 without identifier', async (_name, change) => {
    const body = idealBody({ sandbox: 'success' });
    const first = await post(body);
    expectOtherContent(await post(change(body)), first);
    expectSameContent(await post(body), first);
  });

  it('equal money, equal numbers and what is missing are the same content; a text is compared as it is', async () => {
    const body = idealBody({ sandbox: 'success', weight: 2.5, label: '2.5' });
    const first = await post(body);
    const text = JSON.stringify({ ...body, description: null, lang: '\u200b' });
    const written = text.replace(':10.1,', ':10.10,').replace(':2.5,', ':25e-1,');
    expectSameContent(await merchant.postRaw(target, written), first);
    expectOtherContent(await merchant.postRaw(target, text.replace('"2.5"', '"2.50"')), first);
  });

  it('the CVV is not content, the card number is', async () => {
    const body = cardBody(visa, { sandbox: 'success' });
    const first = await post(body);
    const card = body['card'] as object;
    expectSameContent(await post({ ...body, card: { ...card, cvv: '999' } }), first);
    expectOtherContent(await post({ ...body, card: { ...card, pan: '5555555555554444' } }), first);
    expectOtherContent(await post({ ...body, card: { ...card, exp_year: '2032' } }), first);
  });

  it('the other project of the merchant shares it, as other content', async () => {
    const body = idealBody({ sandbox: 'success' });
    const first = await post(body);
    expectOtherContent(await sameMerchant.post(target, body), first);
    expect((await sameMerchant.get(`${target}/${body.reference}`)).body).toMatchObject({
      identifier: first.body['identifier'],
    });
  });

  it('another merchant has references of his own, in upper case it is another one', async () => {
    const body = idealBody({ sandbox: 'success' }, { amount: 10.1 });
    const first = await post(body);
    const others = await createMerchant(urls.api, 'mk_test_limits').post(target, body);
    const upper = await post({ ...body, reference: body.reference.toUpperCase() });
    expect([first, others, upper].map((answer) => answer.body['error_code'])).toEqual([0, 0, 0]);
    expect(new Set([first, others, upper].map((answer) => answer.body['identifier'])).size).toBe(3);
  });

  it('malformed content is refused before the reference is looked at', async () => {
    const body = idealBody({ sandbox: 'success' });
    await post(body);
    expectError(await post({ ...body, amount: -1 }), {
      status: 400,
      code: 30,
      reason: 'Invalid params',
      reference: body.reference,
    });
    expectError(await post({ ...body, currency: 'USD' }), {
      status: 400,
      code: 1051,
      reason: "Bank doesn't support currency",
      reference: body.reference,
    });
  });
});

describe('parallel duplicates', () => {
  it('of twenty one is accepted, the others get 108 with its identifier and request id', async () => {
    const body = idealBody({ sandbox: 'success' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
    const [accepted, ...more] = answers.filter(({ status }) => status === 200);
    expect([accepted?.body['error_code'], more]).toEqual([0, []]);
    for (const answer of answers) if (accepted && answer !== accepted) expectSameContent(answer, accepted);
    await expectOnce(body);
  });

  it('of different content one is accepted, and no other caller learns its identifier', async () => {
    const body = idealBody({ sandbox: 'success' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post({ ...body, amount: 10 + n })),
    );
    const [accepted, ...more] = answers.filter(({ status }) => status === 200);
    expect([accepted?.body['error_code'], more]).toEqual([0, []]);
    for (const answer of answers) if (accepted && answer !== accepted) expectOtherContent(answer, accepted);
    await expectOnce(body);
  });
});

// Each of them waits for the deadline; together they wait for it once.
describe.concurrent('a reference whose caller got no answer', () => {
  const silent = () => idealBody({ sandbox: 'timeout_success' });

  /** Sends the same again until it is answered with something else than 504. */
  async function rejoin(body: Sent, timeout: Answer): Promise<Answer> {
    for (let tried = 0; tried < 10; tried += 1) {
      const answer = await post(body);
      if (answer.status !== 504) return answer;
      expectTimeout(answer, body, timeout);
    }
    throw new Error(`${body.reference} was not answered`);
  }

  it('504, then the same content re-joins, at once and in parallel; then the reference is used', async () => {
    const body = silent();
    const timeout = await post(body);
    expectTimeout(timeout, body);
    const answers = await Promise.all([1, 2, 3, 4].map(() => rejoin(body, timeout)));
    const { identifier, request_id } = timeout.body;
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { error_code: 0, identifier, request_id, type: 'payment' },
      });
    }
    expectSameContent(await post(body), timeout);
    await expectOnce(body);
  });

  it('504, then other content gets 108 and spoils nothing', async () => {
    const body = silent();
    const timeout = await post(body);
    expectTimeout(timeout, body);
    expectOtherContent(await post({ ...body, amount: 10.2 }), timeout);
    expectOtherContent(await sameMerchant.post(target, body), timeout);
    expect((await rejoin(body, timeout)).body).toMatchObject({ identifier: timeout.body['identifier'] });
    await expectOnce(body);
  });

  it('504, final meanwhile: the acceptance shape with the final status and no challenge, once', async () => {
    const body = silent();
    const timeout = await post(body);
    expectTimeout(timeout, body);
    await merchant.untilFinal(body.reference);
    const answer = await post(body);
    const { identifier, request_id } = timeout.body;
    expect(answer).toMatchObject({
      status: 200,
      body: { error_code: 0, error_reason: '', identifier, request_id, status: 'success', amount: '10.1' },
    });
    expect(answer.body).not.toHaveProperty('challenge');
    expectSameContent(await post(body), timeout);
  });

  it('while the first call still runs, the same content gets 108', async () => {
    const body = silent();
    const first = post(body);
    const registered = await untilRegistered(body.reference);
    expectSameContent(await post(body), registered);
    expectTimeout(await first, body, registered);
  });

  it('a lost connection, then the same content re-joins', async () => {
    const body = silent();
    const connection = new AbortController();
    const parts = { method: 'POST', target, body: JSON.stringify(body), signal: connection.signal };
    const first = sendSigned(urls.api, parts).catch(() => 'lost');
    const registered = await untilRegistered(body.reference);
    connection.abort();
    expect(await first).toBe('lost');
    const { identifier, request_id } = registered.body;
    expect(await untilRejoined(body)).toMatchObject({
      status: 200,
      body: { error_code: 0, identifier, request_id },
    });
    await expectOnce(body);
  });

  /** That a connection is gone reaches the service some time later; until then the first call still runs. */
  async function untilRejoined(body: Sent): Promise<Answer> {
    for (let tried = 0; tried < 1_000; tried += 1) {
      const answer = await post(body);
      if (answer.status === 200) return answer;
      expect([400, 504]).toContain(answer.status);
    }
    throw new Error(`${body.reference} was not answered`);
  }

  async function untilRegistered(reference: string): Promise<Answer> {
    for (let tried = 0; tried < 200; tried += 1) {
      const record = await merchant.get(`${target}/${reference}`);
      if (record.status === 200) return record;
    }
    throw new Error(`${reference} was not registered`);
  }
});

describe('a refused request', () => {
  it('leaves its reference as it was: free', async () => {
    const limits = createMerchant(urls.api, 'mk_test_limits');
    const body = { ...idealBody({ sandbox: 'success' }), reference: newReference() };
    expect((await limits.post(target, { ...body, amount: 5 })).body).toMatchObject({ error_code: 1132 });
    expect((await limits.post(target, body)).body).toMatchObject({
      error_code: 0,
      reference: body.reference,
    });
  });
});
