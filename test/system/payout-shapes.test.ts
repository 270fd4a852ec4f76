import { afterAll, describe, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import {
  africaPayout,
  boliviaPayout,
  choicePayout,
  confirmations,
  knownBank,
  noBank,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a merchant gets the shapes of specification §2.10 and contract §6, key by key, and the record of contract §8. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);

afterAll(() => books.close());

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The flat shape of an accepted payout, with all its keys. */
const flat = ({ reference, method, currency, amount }: PayoutBody) => ({
  error_code: 0,
  error_reason: '',
  identifier: uuid,
  reference,
  request_id: uuid,
  type: 'payout',
  method,
  mode: 'initial',
  currency,
  amount: String(amount),
  status: 'pending',
  timestamp: moment,
});

const knownBankShown = { code: knownBank, name: 'Guaranty Trust Bank' };

const noRequisites = {
  account_number: '',
  account_number_alias: '',
  beneficiary_last_name: '',
  beneficiary_first_name: '',
  beneficiary_email: '',
  beneficiary_phone: '',
  beneficiary_document_type: '',
  beneficiary_document_value: '',
};

/** The shape of the Africa sample, with all its keys. */
const record = ({ reference, currency, amount }: PayoutBody) => ({
  identifier: uuid,
  request_id: uuid,
  reference,
  status: { name: 'pending', date: moment },
  created_date: moment,
  amount: String(amount),
  billing_amount: String(amount),
  currency,
  requisites: { ...noRequisites, beneficiary_first_name: 'Ada', beneficiary_last_name: 'Obi' },
  extra: [],
  timestamp: moment,
  error_code: 0,
  error_message: '',
});

async function create(body: PayoutBody): Promise<Answer['body']> {
  const answer = await merchant.post(payouts, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the flat shape', () => {
  it.each([
    ['pix', pixPayout()],
    ['pix, final at once: pending all the same', pixPayout({ sandbox: 'at_once' })],
    ['pix, its callback first: pending all the same', pixPayout({ sandbox: 'early_callback' })],
    ['Bolivia', boliviaPayout()],
  ])('%s', async (_name, body) => {
    expect(await create(body)).toEqual(flat(body));
  });

  it('echoes the amount as it was written', async () => {
    const body = pixPayout({}, { amount: '@' });
    const answer = await merchant.postRaw(payouts, JSON.stringify(body).replace('"@"', '10.10'));
    expect(answer.body).toEqual({ ...flat(body), amount: '10.10' });
  });

  it('of a refusal while the caller waits: its code, reason and words', async () => {
    const body = pixPayout({ sandbox: 'refused' });
    expect(await create(body)).toEqual({
      ...flat(body),
      error_code: 200,
      error_reason: 'Communication error',
      error_description: expect.any(String),
      status: 'error',
    });
  });
});

describe('the shape of the Africa sample', () => {
  it('with a bank: no challenge; names of the customer; the account masked to its last four', async () => {
    const body = africaPayout({ sandbox: 'at_once' });
    const shown = record(body);
    expect(await create(body)).toEqual({
      ...shown,
      requisites: { ...shown.requisites, account_number: '******6789' },
      extra: [{ key: 'sandbox', value: 'at_once' }],
    });
  });

  it('dates the status that it shows by when it was reached', async () => {
    const body = africaPayout({ sandbox: 'at_once' });
    const { status } = await create(body);
    const { history } = await merchant.untilFinal(body.reference, 'payout');
    const [pending] = history as readonly { readonly date: string }[];
    expect(status).toEqual({ name: 'pending', date: pending?.date });
  });

  it('shows all eight requisites and the description', async () => {
    const requisites = {
      account_number_alias: 'savings',
      beneficiary_last_name: 'Eze',
      beneficiary_first_name: 'Chi',
      beneficiary_email: 'chi@example.com',
      beneficiary_phone: '2348012345678',
      beneficiary_document_type: 'NIN',
      beneficiary_document_value: '12345678901',
    };
    const sent = { bank_code: knownBank, account_number: 'AB12CD', ...requisites };
    const body = africaPayout({}, { bank_transfer_africa: sent, description: 'May rent' });
    const answer = await create(body);
    expect(answer).toEqual({
      ...record(body),
      description: 'May rent',
      requisites: { account_number: '**12CD', ...requisites },
    });
    const keys = Object.keys(answer['requisites'] as object);
    expect(keys).toEqual(Object.keys(noRequisites));
  });

  it('without a bank: the challenge with the banks of the country, each a record of specification §2.9', async () => {
    const body = choicePayout();
    const answer = await create(body);
    const { body: banks } = await merchant.get('/v2/bank/africa?country_code=NG');
    expect(answer).toEqual({
      ...record(body),
      challenge: { challenge_type: 'bank_code', challenge_bank_code: banks },
      expires_date: moment,
    });
    expect(banks).toContainEqual({ name: 'Guaranty Trust Bank', code: knownBank, country: 'NG' });
  });

  it('extra comes back as a list, numbers as they were written', async () => {
    const text = JSON.stringify(africaPayout({ note: 'a', flag: true, rate: '@' })).replace('"@"', '1.50');
    const lines = { method: 'POST', target: payouts, body: text };
    const { text: answer } = await sendSigned(urls.api, lines);
    expect(answer).toContain(
      '"extra":[{"key":"note","value":"a"},{"key":"flag","value":true},{"key":"rate","value":1.50}]',
    );
  });

  it('of a refusal while the caller waits: error_message says why', async () => {
    const body = africaPayout({ sandbox: 'refused' });
    expect(await create(body)).toMatchObject({
      status: { name: 'error', date: moment },
      error_code: 200,
      error_message: 'Communication error',
    });
  });
});

describe.concurrent('a re-join after 504 shows the final success', () => {
  it.each([
    ['flat', pixPayout({ sandbox: 'timeout_success' }), 'success'],
    ['Africa', africaPayout({ sandbox: 'timeout_success' }), { name: 'success', date: moment }],
  ])('%s', async (_name, body, status) => {
    const { status: http, body: late } = await merchant.post(payouts, body);
    expect(http).toBe(504);
    await merchant.untilFinal(body.reference, 'payout');
    const again = await create(body);
    const { identifier, request_id } = late;
    expect(again).toMatchObject({ error_code: 0, identifier, request_id, status });
    expect(again).not.toHaveProperty('challenge');
  });
});

describe('the check endpoint', () => {
  it('shows the record with its challenge while one is open, and ?wait holds until it is over', async () => {
    const body = choicePayout({ sandbox: 'success' }, { description: 'June rent' });
    await create(body);
    const open = await merchant.get(`${payouts}/${body.reference}`);
    expect(open.body).toEqual({
      type: 'payout',
      identifier: uuid,
      reference: body.reference,
      request_id: uuid,
      method: 'bank_transfer_africa',
      style: 'h2h',
      mode: 'initial',
      currency: 'NGN',
      amount: '1000',
      status: 'pending',
      error_code: 0,
      error_reason: '',
      description: 'June rent',
      created_date: moment,
      finished_date: null,
      extra: { meta: { sandbox: 'success' } },
      timestamp: moment,
      billing_amount: '1000',
      billing_currency: 'NGN',
      provider: 'sandbox',
      challenge: { challenge_type: 'bank_code', challenge_bank_code: expect.any(Array) },
      expires_date: moment,
      requisites: { beneficiary_first_name: 'Ada', beneficiary_last_name: 'Obi' },
      history: [{ status: 'pending', date: moment, source: 'api' }],
      callback: { state: 'none', attempts: 0, next_attempt: null },
    });
    const held = merchant.get(`${payouts}/${body.reference}?wait=30`);
    await merchant.post(confirmations, { reference: body.reference, bank_code: knownBank });
    const { body: final } = await held;
    expect(final).toMatchObject({ status: 'success', finished_date: moment, bank: knownBankShown });
    expect(final).not.toHaveProperty('challenge');
    expect(final).not.toHaveProperty('expires_date');
    const again = await merchant.get(`${payouts}/${body.reference}?wait=30`);
    expect(again.body).toMatchObject({ status: 'success' });
  });

  it('returns the bank that was given, its name by the current list; so does the callback', async () => {
    await merchant.get('/v2/bank/africa?country_code=NG');
    const given = { account_number: '0123456789' };
    const cases: readonly (readonly [PayoutBody, unknown])[] = [
      [africaPayout({ sandbox: 'success' }), knownBankShown],
      [
        africaPayout({ sandbox: 'success' }, { bank_transfer_africa: { ...given, bank_code: noBank } }),
        { code: noBank, name: null },
      ],
      [boliviaPayout({ sandbox: 'success' }), { code: '1', name: 'Banco Mercantil Santa Cruz' }],
      [pixPayout({ sandbox: 'success' }), undefined],
    ];
    for (const [body, bank] of cases) {
      await create(body);
      const final = await merchant.untilFinal(body.reference, 'payout');
      const [callback] = await witness.untilCallbacks(body.reference);
      expect([final['bank'], callback?.body['bank']]).toEqual([bank, bank]);
    }
  });

  it('a payment and a payout may share a reference, and are not found as each other', async () => {
    const body = pixPayout();
    await create(body);
    const answer = await merchant.get(`/v2/payment/${body.reference}`);
    expectError(answer, { status: 404, code: 35, reason: 'Resource not found', reference: body.reference });
  });

  it.each(['31', '-1', '1.5', 'x'])('wait=%s: 30', async (wait) => {
    const answer = await merchant.get(`${payouts}/nobody?wait=${wait}`);
    expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description: /^wait: / });
  });
});

it('an open payout keeps no word of its beneficiary in clear text', async () => {
  const body = pixPayout(
    {},
    { pix: { name: 'Zeferino Quagmirelle', account: '11144477735', account_type: 'CPF' } },
  );
  const { identifier } = await create(body);
  const rows = await books.rows(
    `select transactions::text as all from transactions where identifier = $1
     union all select personal_data::text from personal_data where identifier = $1`,
    identifier,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/Quagmirelle|11144477735/);
});
