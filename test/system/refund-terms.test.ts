import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { createMerchant, newReference, type Merchant } from '../fakes/merchant.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { balanceOf, entriesOf } from '../witnesses/payout-books.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: what a project, its provider and a method allow of refunds holds on the running system (contract §15.2, §15.5). */
const { urls, databaseUrl } = sharedStack;
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);
const by = (key: string) => createMerchant(urls.api, `mk_test_refund_${key}`);

afterAll(() => books.close());

type Fields = Readonly<Record<string, unknown>>;

async function expectRefused(
  merchant: Merchant,
  body: ReturnType<typeof refundBody>,
  [code, reason, description]: readonly [number, string, (string | RegExp)?],
): Promise<void> {
  expectError(await refund(merchant, body), {
    status: 400,
    code,
    reason,
    reference: body.reference,
    ...(description !== undefined && { description }),
  });
}

const expectTaken = async (merchant: Merchant, body: ReturnType<typeof refundBody>) =>
  expect(await refund(merchant, body)).toMatchObject({ status: 200, body: { error_code: 0 } });

const limit = (description?: string | RegExp) => [1132, 'Limit exceeded', description] as const;

/** A payment by the example of a method, paid by a customer who does nothing but choose it. */
async function paidBy(
  merchant: Merchant,
  style: 'h2h' | 'hpp',
  code: string,
  changes: Fields = {},
): Promise<Fields> {
  const reference = newReference();
  const extra = { meta: { sandbox: 'success', sandbox_delay_ms: 10 } };
  const body = { ...exampleOf(methodOf('payment', style, code)), extra, ...changes, reference };
  const { body: created } = await merchant.post('/v2/payment', body);
  expect(created).toMatchObject({ error_code: 0 });
  if (style === 'hpp') {
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
  }
  const record = await merchant.untilFinal(reference);
  expect(record).toMatchObject({ status: 'success' });
  return record;
}

describe.concurrent('refunds of a project', () => {
  it('whose provider makes none: 1050, and its record promises none', async () => {
    const merchant = by('none');
    const payment = await paidPayment(merchant);
    await expectRefused(merchant, refundBody(payment), [1050, 'Bank does not support transaction']);
    expect(payment).toMatchObject({ refunded_amount: '0.00', refunds: [] });
    expect(payment).not.toHaveProperty('refundable_until');
  });

  it('end when its time is over, as the record said', async () => {
    const merchant = by('window');
    const payment = await paidPayment(merchant);
    const endsAt = Date.parse(String(payment['refundable_until']));
    expect(endsAt - Date.parse(String(payment['finished_date']))).toBe(10_000);
    await expectTaken(merchant, refundBody(payment, { amount: '1' }));
    await until(
      () => Promise.resolve(Date.now()),
      (now) => now > endsAt,
    );
    const over = limit(`payment: refunds ended on ${new Date(endsAt).toISOString()}`);
    await expectRefused(merchant, refundBody(payment, { amount: '1' }), over);
    const { body } = await merchant.get(`/v2/payment/${String(payment['reference'])}`);
    expect(body['refundable_amount']).toBe('0.00');
  });

  it('are two of a payment at most', async () => {
    const merchant = by('few');
    const payment = await paidPayment(merchant);
    for (const amount of ['1', '2']) await expectTaken(merchant, refundBody(payment, { amount }));
    await expectRefused(merchant, refundBody(payment, { amount: '3' }), limit('payment: at most 2 refunds'));
  });

  it('are three a day, of which a declined one does not count', async () => {
    const merchant = by('limits');
    const payment = await paidPayment(merchant);
    const declined = refundBody(payment, { amount: '90' }, { sandbox: 'decline' });
    await refund(merchant, declined);
    expect(await merchant.untilFinal(declined.reference, 'refund')).toMatchObject({ status: 'declined' });
    for (const amount of ['10', '20', '30']) await expectTaken(merchant, refundBody(payment, { amount }));
    await expectRefused(merchant, refundBody(payment, { amount: '1' }), limit());
  });

  it('are reserved from its balance, and never take it below zero', async () => {
    const merchant = by('funds');
    const payment = await paidPayment(merchant, { amount: 500 });
    await expectRefused(merchant, refundBody(payment, { amount: '101' }), [
      1,
      'Insufficient funds on account',
    ]);
    const many = Array.from({ length: 20 }, () => refundBody(payment, { amount: '7' }));
    const answers = await Promise.all(many.map((body) => refund(merchant, body)));
    const codes = answers.map(({ body }) => body['error_code']);
    expect([codes.filter((code) => code === 0).length, codes.filter((code) => code === 1).length]).toEqual([
      14, 6,
    ]);
    const taken = many.filter((_body, index) => codes[index] === 0);
    for (const { reference } of taken) await merchant.untilFinal(reference, 'refund');
    expect(await balanceOf(merchant, 'EUR')).toEqual({ available: 2, reserved: 0 });
    const record = await merchant.untilFinal(String(taken[0]?.reference), 'refund');
    expect(await entriesOf(books, record['identifier'])).toEqual(['reserve 7.00 EUR', 'settle 7.00 EUR']);
  });

  it('above its limit for one person end declined after its time, and were never sent', async () => {
    const merchant = by('held');
    const payment = await paidPayment(merchant, { amount: 300 });
    const body = refundBody(payment);
    expect(await refund(merchant, body)).toMatchObject({ status: 200, body: { status: 'pending' } });
    const record = await merchant.untilFinal(body.reference, 'refund');
    expect(record).toMatchObject({ status: 'declined', error_code: 121 });
    expect((record['history'] as readonly Fields[]).at(-1)).toMatchObject({ source: 'timer' });
    expect(await witness.charges(String(record['identifier']))).toEqual([]);
  });

  it('go one after the other where the provider keeps no reference of ours', async () => {
    const merchant = by('list');
    const payment = await paidPayment(merchant);
    const slow = { sandbox: 'timeout_success', sandbox_delay_ms: 2_000 };
    const bodies = [refundBody(payment, { amount: '10' }, slow), refundBody(payment, { amount: '20' })];
    const [, second] = await Promise.all(bodies.map((body) => refund(merchant, body)));
    expect(second).toMatchObject({ status: 200, body: { error_code: 0, status: 'pending' } });
    for (const { reference } of bodies) {
      const record = await merchant.untilFinal(reference, 'refund');
      expect(record).toMatchObject({ status: 'success' });
      const moved = await witness.charges(String(record['identifier']));
      expect(moved).toMatchObject([{ kind: 'refund', status: 'success' }]);
    }
  });

  it('in another billing currency take exactly what the payment was worth, a failure between', async () => {
    const merchant = createMerchant(urls.api, 'mk_test_fx');
    const payment = await paidBy(merchant, 'hpp', 'pix', { amount: 10.1 });
    expect(payment).toMatchObject({ billing_amount: '1.62', billing_currency: 'EUR' });
    const shares: number[] = [];
    for (const [changes, meta] of [
      [{ amount: '3.37' }, {}],
      [{ amount: '5' }, { sandbox: 'decline' }],
      [{ amount: '3.37' }, {}],
      [{}, {}],
    ]) {
      const body = refundBody(payment, changes, meta);
      await refund(merchant, body);
      const { status, billing_amount: share } = await merchant.untilFinal(body.reference, 'refund');
      if (status === 'success') shares.push(Math.round(Number(share) * 100));
    }
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(162);
  });
});

describe.concurrent('refunds of a method', () => {
  const merchant = createMerchant(urls.api);

  it('mbway are one, whole or part, in the sandbox', async () => {
    const payment = await paidBy(merchant, 'h2h', 'mbway');
    await expectTaken(merchant, refundBody(payment, { amount: '1' }));
    await expectRefused(merchant, refundBody(payment, { amount: '1' }), limit('payment: at most 1 refund'));
  });

  it('wallet_mach are whole ones only, in the sandbox', async () => {
    const payment = await paidBy(merchant, 'hpp', 'wallet_mach');
    await expectRefused(merchant, refundBody(payment, { amount: '1' }), limit(/^amount: only the whole, /));
    await expectTaken(merchant, refundBody(payment));
  });

  it('by which nothing leads back to the payer: 1054, naming the payout that can', async () => {
    const payment = await paidBy(merchant, 'h2h', 'ussd');
    await expectRefused(merchant, refundBody(payment), [
      1054,
      "Bank doesn't support payment method",
      /payout by bank_transfer_africa/,
    ]);
  });
});
