import { Client as Postgres } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { found, needle } from '../witnesses/needles.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { readTexts } from '../witnesses/read-texts.js';
import { sendLines, signedLines, without } from '../fakes/signed-request.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { createTransfer, transferAtProvider, transferOf, transferPath } from '../fakes/transfers.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: what a merchant knows of a customer's transfer reaches the provider, once and as it was (contract §7). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };
const temporal = await connectTemporal();
const invalid = { status: 400, code: 30, reason: 'Invalid params' };
const notAsked = { status: 400, code: 121, reason: 'Invalid method challenge configuration' };

afterAll(() => books.close());

const recordOf = async (reference: string) => (await merchant.get(`/v2/payment/${reference}`)).body;

const atProvider = (identifier: string) =>
  until(
    () => transferAtProvider(urls.sandbox, identifier),
    (transfer) => transfer !== undefined,
  );

/** Does on the provider's page of the payment what its customer does at the bank. */
async function approve(identifier: string): Promise<void> {
  const customer = createCustomer();
  await customer.submit(await customer.open(`${urls.sandbox}/instructions/${identifier}-1`), 'approve');
}

describe('the challenges of a Mexico payment, to the end', () => {
  it('CLABE: 18 digits with a correct check digit, then the details, then the money', async () => {
    const { reference, identifier, answer } = await createTransfer(merchant);
    expect(answer).toMatchObject({
      status: 200,
      body: { error_code: 0, status: 'created', challenge: { challenge_type: 'bank_transfer_mexico' } },
    });
    const { clabe } = (answer.body['challenge'] as { bank_transfer_mexico: { clabe: string } })
      .bank_transfer_mexico;
    expect(clabe).toMatch(/^\d{18}$/);
    const weighed = [...clabe].map((digit, index) => (Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10);
    const sum = weighed.slice(0, 17).reduce((total, product) => total + product, 0);
    expect(Number(clabe[17])).toBe((10 - (sum % 10)) % 10);

    const told = await merchant.postRaw(transferPath, JSON.stringify(transferOf(reference)));
    expect([told.status, told.headers['content-length'], told.body]).toEqual([200, '0', {}]);
    expect(await atProvider(identifier)).toEqual({
      tracking_key: 'MBAN01002403010012345678',
      from_bank: 'BANAMEX',
      from_clabe_end: '7771',
      made_at: '2026-03-01T10:20:30-06:00',
    });
    const taken = { submitted_date: expect.stringMatching(/Z$/), outcome: 'taken' };
    const open = await until(
      () => recordOf(reference),
      (record) => JSON.stringify(record['transfer_details'] ?? '').includes('taken'),
    );
    expect(open).toMatchObject({ status: 'created', transfer_details: taken });
    await approve(identifier);
    const record = await proveEnd(observers, reference, { status: 'success' });
    const [callback] = await observers.witness.untilCallbacks(reference);
    expect([record['transfer_details'], callback?.body['transfer_details']]).toEqual([taken, taken]);
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
  });

  it('CLABE: success needs no details', async () => {
    const { reference } = await createTransfer(merchant, { sandbox: 'success' });
    const record = await proveEnd(observers, reference, { status: 'success' });
    expect(record).not.toHaveProperty('transfer_details');
    expectError(await merchant.post(transferPath, transferOf(reference)), {
      ...invalid,
      reference,
      identifier: String((await merchant.get(`/v2/payment/${reference}`)).body['identifier']),
      description: /^reference: .*ended/,
    });
  });

  it.each([
    [null, null],
    ['forgotten', null],
    ['refused', 'refused'],
    ['not_supported', 'not_supported'],
  ])('CLABE: details with the outcome %s are shown with %s', async (kept, outcome) => {
    const { reference, identifier } = await createTransfer(merchant);
    expect(await recordOf(reference)).not.toHaveProperty('transfer_details');
    // Due in a day: no sweep passes it on.
    await books.rows(
      `insert into transfer_details (identifier, fingerprint, next_sweep_at, settled_at, outcome)
       values ($1, 'a', now() + interval '1 day', case when $2::text is not null then now() end, $2)`,
      identifier,
      kept,
    );
    const told = { submitted_date: expect.stringMatching(/Z$/), outcome };
    expect((await recordOf(reference))['transfer_details']).toEqual(told);
  });

  it('redirect: the provider has a page, and details are not asked for, neither before nor after the end', async () => {
    const { reference, identifier, answer } = await createTransfer(merchant, {
      sandbox_challenge: 'redirect',
    });
    const challenge = answer.body['challenge'] as {
      readonly challenge_type: string;
      readonly challenge_redirect: { readonly url: string };
    };
    expect(challenge.challenge_type).toBe('redirect');
    const refusal = { ...notAsked, reference, identifier };
    expectError(await merchant.post(transferPath, transferOf(reference)), refusal);
    const customer = createCustomer();
    await customer.submit(await customer.open(challenge.challenge_redirect.url), 'approve');
    await proveEnd(observers, reference, { status: 'success' });
    expectError(await merchant.post(transferPath, transferOf(reference)), refusal);
  });
});

describe('details that are sent again', () => {
  it('the same: 200, by every project of the merchant; other ones: 30; the provider knows the first', async () => {
    const { reference, identifier } = await createTransfer(merchant);
    const sibling = createMerchant(urls.api, 'mk_test_demo_b');
    expect((await sibling.post(transferPath, transferOf(reference))).status).toBe(200);
    const again = { note: 'ignored', ...transferOf(reference) };
    expect((await merchant.post(transferPath, again)).status).toBe(200);
    for (const change of [
      { tracking_key: 'OTHER1' },
      { sender_bank: 'BBVA' },
      { sender_bank: null },
      { sender_clabe: '999999077777777772' },
      { transferred_at: '2026-03-01' },
    ]) {
      const answer = await merchant.post(transferPath, transferOf(reference, change));
      expectError(answer, { ...invalid, reference, identifier, description: /already accepted/ });
    }
    expect(await atProvider(identifier)).toMatchObject({ from_bank: 'BANAMEX' });
  });

  it('at once, the same: all 200; different ones: exactly one is accepted', async () => {
    const one = await createTransfer(merchant);
    const same = await Promise.all(
      Array.from({ length: 6 }, () => merchant.post(transferPath, transferOf(one.reference))),
    );
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const other = await createTransfer(merchant);
    const keys = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'];
    const different = await Promise.all(
      keys.map((key) => merchant.post(transferPath, transferOf(other.reference, { tracking_key: key }))),
    );
    const accepted = keys.filter((_key, index) => different[index]?.status === 200);
    expect(accepted).toHaveLength(1);
    expect(different.filter(({ status, body }) => status === 400 && body['error_code'] === 30)).toHaveLength(
      5,
    );
    expect(await atProvider(other.identifier)).toMatchObject({ tracking_key: accepted[0] });
  });
});

describe('refused', () => {
  it("404, 35: an unknown reference, and another merchant's", async () => {
    const unknown = newReference();
    const notFound = { status: 404, code: 35, reason: 'Resource not found' };
    expectError(await merchant.post(transferPath, transferOf(unknown)), {
      ...notFound,
      reference: unknown,
      description: `This merchant has no payment with the reference "${unknown}"`,
    });
    const { reference } = await createTransfer(merchant);
    const other = createMerchant(urls.api, 'mk_test_card_only');
    expectError(await other.post(transferPath, transferOf(reference)), { ...notFound, reference });
  });

  it('121: a payment of another method', async () => {
    const body = idealBody();
    const { body: created } = await merchant.post('/v2/payment', body);
    expectError(await merchant.post(transferPath, transferOf(body.reference)), {
      ...notAsked,
      reference: body.reference,
      identifier: String(created['identifier']),
    });
  });

  it('by the order of checks: 405, 415, syntax, 31, 30, 404', async () => {
    const { status, headers } = await merchant.get(transferPath);
    expect([status, headers['allow']]).toEqual([405, 'POST']);
    const parts = { method: 'POST', target: transferPath, body: '{' };
    const untyped = without(signedLines(urls.api, parts), 'Content-Type');
    expect((await sendLines(urls.api, untyped, parts)).status).toBe(415);
    expectError(await merchant.postRaw(transferPath, '{'), invalid);
    const missing = { status: 400, code: 31, reason: 'Required fields are missing' };
    expectError(await merchant.postRaw(transferPath, 'null'), missing);
    const description = 'reference: is required; tracking_key: is required';
    expectError(await merchant.post(transferPath, { sender_clabe: '1' }), { ...missing, description });
    const reference = newReference();
    expectError(await merchant.post(transferPath, transferOf(reference, { sender_clabe: '1' })), {
      ...invalid,
      reference,
      description: /^sender_clabe: /,
    });
  });
});

describe('when it cannot be known whether they were accepted', () => {
  it('504 with code 121, and the same call again is 200', async () => {
    const { reference, identifier, answer } = await createTransfer(merchant);
    const lock = new Postgres({ connectionString: databaseUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table transfer_details in share mode');
    const hasty = createMerchant(urls.api, undefined, { repeats: 0 });
    const late = await hasty.post(transferPath, transferOf(reference));
    expectError(late, {
      status: 504,
      code: 121,
      reason: 'routing settings issue (disabled project or bank)',
      description: 'Payment transaction timeout after 30 seconds',
      reference,
      identifier,
      requestId: String(answer.body['request_id']),
    });
    await lock.query('rollback');
    await lock.end();
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    expect(await atProvider(identifier)).toBeDefined();
  });
});

it('what they say is in clear text in no table and no history', async () => {
  const secret = { tracking_key: 'CANARYTRACKINGKEY8812', sender_bank: 'Canary Bank 8812' };
  const { reference, identifier } = await createTransfer(merchant);
  expect((await merchant.post(transferPath, transferOf(reference, secret))).status).toBe(200);
  await atProvider(identifier);
  const needles = Object.entries({ ...secret, clabe: '002010077777777771' }).map(([name, text]) =>
    needle(name, text),
  );
  for (const table of ['transactions', 'transfer_details', 'personal_data', 'attempts', 'events']) {
    const rows = await books.rows(
      `select whole::text as line from ${table} as whole where identifier = $1`,
      identifier,
    );
    expect([table, found(needles, JSON.stringify(rows))]).toEqual([table, []]);
  }
  const handle = temporal.workflow.getHandle(`transfer/${identifier}`);
  await handle.result();
  const texts = readTexts([await handle.fetchHistory(), (await handle.describe()).raw]).join('\n');
  expect(texts).toContain(identifier);
  expect(found(needles, texts)).toEqual([]);
});
