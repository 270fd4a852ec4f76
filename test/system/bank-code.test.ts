import { afterAll, describe, expect, it } from 'vitest';
import { cancelPayout, workflowIdOf } from '#contracts/transaction-workflow';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import {
  africaPayout,
  choicePayout,
  confirmations,
  knownBank,
  noBank,
  otherBank,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { connectTemporal } from '../stack/temporal.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a payout without a bank is paid once, to the bank that was chosen first (contract §7). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };
const temporal = await connectTemporal();

afterAll(() => books.close());

const missing = { status: 400, code: 31, reason: 'Required fields are missing' };
const invalid = { status: 400, code: 30, reason: 'Invalid params' };
const unknown = { status: 404, code: 35, reason: 'Resource not found' };
const notAsked = { status: 400, code: 121, reason: 'Invalid method challenge configuration' };

async function open(body: PayoutBody = choicePayout({ sandbox: 'success' })) {
  const { status, body: answer } = await merchant.post(payouts, body);
  expect(status).toBe(200);
  const identifier = String(answer['identifier']);
  const handle = temporal.workflow.getHandle(workflowIdOf('payout', identifier));
  return { reference: body.reference, identifier, handle };
}

const confirm = (reference: string, bankCode: string, by = merchant) =>
  by.post(confirmations, { reference, bank_code: bankCode });

async function chosenBankOf(identifier: string): Promise<unknown> {
  const rows = await books.rows(
    'select bank_code from bank_code_challenges where identifier = $1',
    identifier,
  );
  return rows[0]?.['bank_code'];
}

describe('a bank that is chosen', () => {
  it('200 with an empty body; the payout stays pending, then ends by callback, paid once', async () => {
    const { reference, identifier } = await open(
      choicePayout({ sandbox: 'success', sandbox_delay_ms: 1_000 }),
    );
    const sent = { method: 'POST', target: confirmations };
    const body = JSON.stringify({ reference, bank_code: knownBank });
    const answer = await sendSigned(urls.api, { ...sent, body });
    expect([answer.status, answer.text]).toEqual([200, '']);
    const { body: record } = await merchant.get(`${payouts}/${reference}`);
    expect(record).toMatchObject({ status: 'pending' });
    expect(record).not.toHaveProperty('challenge');
    expect(record).not.toHaveProperty('expires_date');
    const bank = { code: knownBank, name: 'Guaranty Trust Bank' };
    expect(record['bank']).toEqual(bank);
    const final = await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expect(final['bank']).toEqual(bank);
    const [callback] = await observers.witness.untilCallbacks(reference);
    expect(callback?.body['bank']).toEqual(bank);
    expect(await chosenBankOf(identifier)).toBe(knownBank);
    expect(await entriesOf(books, identifier)).toEqual(['reserve 1000 NGN', 'settle 1000 NGN']);
  });

  it('and that the provider declines after all: declined, 1050, released', async () => {
    const { reference, identifier } = await open(choicePayout({ sandbox: 'unsupported_bank' }));
    expect((await confirm(reference, knownBank)).status).toBe(200);
    await proveEnd(observers, reference, { type: 'payout', status: 'declined', code: 1050 });
    expect(await entriesOf(books, identifier)).toEqual(['reserve 1000 NGN', 'release 1000 NGN']);
  });

  it('the same again: 200, also when final; another one: 30', async () => {
    const { reference, identifier } = await open();
    const another = { ...invalid, reference, identifier, description: /^bank_code: .* already chosen$/ };
    expect((await confirm(reference, knownBank)).status).toBe(200);
    expect((await confirm(reference, knownBank)).status).toBe(200);
    expectError(await confirm(reference, otherBank), another);
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expect((await confirm(reference, knownBank)).status).toBe(200);
    expectError(await confirm(reference, otherBank), another);
    expectError(await confirm(reference, noBank), another);
    expect(await observers.witness.charges(identifier)).toHaveLength(1);
  });

  it('the other project of the merchant may choose it too', async () => {
    const { reference } = await open();
    const sameMerchant = createMerchant(urls.api, 'mk_test_demo_b');
    expect((await confirm(reference, knownBank, sameMerchant)).status).toBe(200);
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
  });

  it('of ten parallel confirmations with two codes one code wins, and it is paid once', async () => {
    const { reference, identifier } = await open();
    const codes = Array.from({ length: 10 }, (_code, index) => (index % 2 === 0 ? knownBank : otherBank));
    const answers = await Promise.all(
      codes.map(async (code) => ({ code, answer: await confirm(reference, code) })),
    );
    const chosen = await chosenBankOf(identifier);
    expect([knownBank, otherBank]).toContain(chosen);
    for (const { answer } of answers.filter(({ code }) => code === chosen)) {
      expect(answer).toMatchObject({ status: 200, body: {} });
    }
    for (const { answer } of answers.filter(({ code }) => code !== chosen)) {
      expectError(answer, { ...invalid, reference, identifier, description: /bank that was already chosen/ });
    }
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expect(await observers.witness.charges(identifier)).toHaveLength(1);
  });
});

describe('refused', () => {
  it.each([
    ['both missing', {}, missing, 'reference: is required; bank_code: is required'],
    ['no bank', { reference: 'p-1', bank_code: ' ' }, missing, 'bank_code: is required'],
    ['no reference', { reference: null, bank_code: knownBank }, missing, 'reference: is required'],
    ['a number', { reference: 'p-1', bank_code: 58 }, invalid, /^bank_code: /],
    ['an impossible reference', { reference: '..', bank_code: knownBank }, invalid, /^reference: /],
  ])('%s', async (_name, body, expected, description) => {
    expectError(await merchant.post(confirmations, body), { ...expected, description });
  });

  it('an unknown reference, and one of another merchant: 404, 35', async () => {
    const description = 'This merchant has no payout with the reference "nobody"';
    expectError(await confirm('nobody', knownBank), { ...unknown, reference: 'nobody', description });
    const { reference, identifier } = await open();
    const foreign = createMerchant(urls.api, 'mk_test_cascade');
    expectError(await confirm(reference, knownBank, foreign), { ...unknown, reference });
    expect(await chosenBankOf(identifier)).toBeNull();
  });

  it.each([
    ['pix', pixPayout({ sandbox: 'success' })],
    ['with its bank', africaPayout({ sandbox: 'success' })],
  ])('a payout without a challenge, %s: 121', async (_name, body) => {
    const { reference, identifier } = await open(body);
    expectError(await confirm(reference, knownBank), { ...notAsked, reference, identifier });
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expectError(await confirm(reference, knownBank), { ...notAsked, reference, identifier });
  });

  it('a bank that was not offered: 30, and the choice stays open', async () => {
    const { reference, identifier } = await open();
    const refused = { ...invalid, reference, identifier, description: /^bank_code: must be one of/ };
    expectError(await confirm(reference, noBank), refused);
    expectError(await confirm(reference, 'Guaranty Trust Bank'), refused);
    expect((await confirm(reference, knownBank)).status).toBe(200);
  });

  it('a first bank for a payout that is over: 30', async () => {
    const { reference, identifier, handle } = await open();
    await handle.executeUpdate(cancelPayout);
    const record = await proveEnd(observers, reference, {
      type: 'payout',
      status: 'declined',
      code: 1,
      reason: 'Payment transaction was cancelled',
    });
    expect(record['history']).toContainEqual(expect.objectContaining({ source: 'operator' }));
    const over = { ...invalid, reference, identifier, description: /^bank_code: .*final/ };
    expectError(await confirm(reference, knownBank), over);
    expectError(await confirm(reference, noBank), over);
    expect(await entriesOf(books, identifier)).toEqual(['reserve 1000 NGN', 'release 1000 NGN']);
  });

  it('to choose and to cancel at once: one of them counts, for the payout and its funds', async () => {
    const both = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { reference, identifier, handle } = await open();
        await Promise.all([
          confirm(reference, knownBank),
          handle.executeUpdate(cancelPayout).catch(() => undefined),
        ]);
        const isChosen = (await chosenBankOf(identifier)) !== null;
        return { reference, identifier, isChosen };
      }),
    );
    for (const { reference, identifier, isChosen } of both) {
      const ended = isChosen ? ({ status: 'success' } as const) : ({ status: 'declined', code: 1 } as const);
      await proveEnd(observers, reference, { type: 'payout', ...ended });
      const end = isChosen ? 'settle' : 'release';
      expect(await entriesOf(books, identifier)).toEqual(['reserve 1000 NGN', `${end} 1000 NGN`]);
    }
  });

  it('to cancel what was paid', async () => {
    const { reference, handle } = await open();
    await confirm(reference, knownBank);
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    await handle.result();
    await expect(handle.executeUpdate(cancelPayout)).rejects.toThrow();
  });

  it('GET: 405 with Allow: POST', async () => {
    const answer = await merchant.get(`${payouts}/challenge/bank-code`);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });
});
