import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { cardBody, ussdBody } from '../fakes/bodies.js';
import { africaPayout, choicePayout, confirmations, knownBank, payouts } from '../fakes/payout-bodies.js';
import { refundBody } from '../fakes/refunds.js';
import { secretKey } from '../fakes/paystack-face.js';
import { startPaystackShop } from '../stack/paystack-shop.js';
import type { FaceShop } from '../stack/face-shop.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { runAdmin } from '../stack/run-admin.js';
import { until } from '../witnesses/until.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: money that moves at Paystack obeys the rules that hold everywhere, also where a process dies between the recipient and
 * the transfer. Method: a stack whose shop pays by the sandbox's Paystack face, and where that surely has nothing, by the sandbox.
 */
let system: FaceShop['system'];
let shop: FaceShop['shop'];
let observers: FaceShop['observers'];

beforeAll(async () => {
  ({ system, shop, observers } = await startPaystackShop({
    furtherRoutes: [{ name: 'other', mid: 'main', types: ['payout'] }],
  }));
}, patient(300_000));
afterAll(() => system?.stop());

const wages = (word = '', changes = {}) => africaPayout({}, { description: `Wages ${word}`, ...changes });
const attemptsOf = (identifier: unknown) =>
  system.books.rows(
    'select n, mid, state, prepared, provider_id from attempts where identifier = $1 order by n',
    identifier,
  );

async function pay(body: ReturnType<typeof wages>) {
  const { body: answer } = await shop.post(payouts, body);
  return { reference: body.reference, identifier: answer['identifier'] };
}

describe('a payout by Paystack', () => {
  it('is a recipient and a transfer, both kept with its attempt, and is paid once', async () => {
    const { reference, identifier } = await pay(wages());
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expect(await attemptsOf(identifier)).toMatchObject([
      {
        mid: 'paystack_1',
        state: 'final',
        prepared: expect.stringMatching(/^RCP_NGN_058_/),
        provider_id: expect.stringMatching(/^TRF_/),
      },
    ]);
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN', 'settle 1000 NGN']);
  });

  it('offers the banks of all pages', async () => {
    const { body: banks } = await shop.get('/v2/bank/africa?country_code=GH');
    expect(banks).toContainEqual({ name: 'GCB Bank', code: 'GH040', country: 'GH' });
    expect(JSON.stringify(banks)).not.toContain('MTN');
    const body = choicePayout({}, { bank_transfer_africa: { account_number: '0123456789' } });
    await shop.post(payouts, body);
    const { reference } = body;
    const confirmed = await shop.post(confirmations, { reference, bank_code: knownBank });
    expect(confirmed.status).toBe(200);
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
  });

  it.each(['account that no bank has', 'empty balance'])(
    'that meets an %s goes on to the next route',
    async (what) => {
      const account = { bank_code: knownBank, account_number: '0000000404' };
      const body =
        what === 'empty balance' ? wages('[balance]') : wages('', { bank_transfer_africa: account });
      const { reference, identifier } = await pay(body);
      await proveEnd(observers, reference, { type: 'payout', status: 'success' });
      expect(await attemptsOf(identifier)).toMatchObject([
        { mid: 'paystack_1', state: 'not_sent' },
        { mid: 'main', state: 'final' },
      ]);
    },
  );

  it.each(['reset', 'http_500', 'garbage', 'late_reset', 'no_callback'])(
    'whose answer or event is lost ([%s]) is looked up, and paid once',
    async (word) => {
      const body = wages(`[${word}]`);
      await shop.post(payouts, body);
      await proveEnd(observers, body.reference, { type: 'payout', status: 'success' });
    },
  );

  it('that is declined releases its funds', async () => {
    const { reference, identifier } = await pay(wages('[decline]'));
    await proveEnd(observers, reference, { type: 'payout', status: 'declined' });
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN', 'release 1000 NGN']);
  });

  it('that waits for a one-time password is shown to a person, once, and holds its funds', async () => {
    const { reference, identifier } = await pay(wages('[otp]'));
    await until(
      () => system.books.rows('select from lookups where identifier = $1', identifier),
      (asked) => asked.length >= 2,
    );
    const causes = (await reviewsOf(system.books, identifier)).map(({ cause }) => cause);
    expect(causes).toEqual(['awaits approval at the provider']);
    expect((await shop.get(`${payouts}/${reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN']);
  });

  it('that came back after its success stays one, and is shown to a person', async () => {
    const { reference, identifier } = await pay(wages('[contradictory_callback]'));
    await shop.untilFinal(reference, 'payout');
    const [review] = await until(
      () => reviewsOf(system.books, identifier),
      (reviews) => reviews.length > 0,
    );
    expect(review).toMatchObject({ cause: 'contradicts the final state', evidence: { reason: 'reversed' } });
  });
});

describe('a worker that dies', () => {
  async function dieAt(places: string, body: ReturnType<typeof wages>) {
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: places });
    const { status } = await shop.post(payouts, body);
    expect(status).toBe(504);
    const { body: record } = await shop.get(`${payouts}/${body.reference}`);
    const attempts = await attemptsOf(record['identifier']);
    await worker.restart({ CRASH_POINTS: '' });
    return attempts;
  }

  it('before it has the right to send: the next one prepares again, and the payout is paid once', async () => {
    const body = wages();
    expect(await dieAt('before provider:1', body)).toMatchObject([{ state: 'preparing', prepared: null }]);
    const record = await proveEnd(observers, body.reference, { type: 'payout', status: 'success' });
    expect(await attemptsOf(record['identifier'])).toHaveLength(1);
  });

  it.each(['after provider', 'after record'])(
    '%s: paid once, as the provider says when it is asked',
    async (place) => {
      const body = wages();
      await dieAt(`${place}:1`, body);
      await proveEnd(observers, body.reference, { type: 'payout', status: 'success' });
    },
  );
});

describe('a payment by Paystack', () => {
  it('by card is made on its page, and the card that we were sent goes nowhere', async () => {
    const body = { ...cardBody('4242424242424242'), currency: 'NGN' };
    const created = await shop.post('/v2/payment', body);
    expect(created).toMatchObject({ status: 200 });
    await approve(created);
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    const [attempt] = await attemptsOf(record['identifier']);
    expect(String(attempt?.['prepared'])).toMatch(/\/pay\/ch_/);
  });

  it('by USSD asks for an e-mail address, and ends by its event', async () => {
    const body = ussdBody(system.stack.urls.sandbox);
    expect((await shop.post('/v2/payment', body)).body).toMatchObject({ error_code: 31 });
    const whole = { ...body, customer: { identifier: 'c-1', email: 'ada+success@example.com' } };
    expect((await shop.post('/v2/payment', whole)).body).toMatchObject({
      status: 'created',
      challenge: { type: 'ussd' },
    });
    await proveEnd(observers, body.reference, { status: 'success' });
  });
});

describe('a refund by Paystack', () => {
  const refundPaid = async (word: string) => {
    const payment = { ...cardBody('4242424242424242'), currency: 'NGN' };
    await approve(await shop.post('/v2/payment', payment));
    const { identifier } = await shop.untilFinal(payment.reference);
    const body = refundBody(payment, { description: `Sent back [${word}]` });
    const { body: accepted } = await shop.post('/v2/refund', body);
    expect(accepted).toMatchObject({ error_code: 0 });
    return { payment: String(identifier), reference: body.reference, identifier: accepted['identifier'] };
  };

  it('of everything reverses the payment there, and raises nothing here', async () => {
    const { payment, reference } = await refundPaid('success');
    await proveEnd(observers, reference, { type: 'refund', status: 'success' });
    await until(
      () =>
        system.books.rows(
          "select from lookups where identifier = $1 and outcome = 'open' and not counts",
          payment,
        ),
      (asked) => asked.length > 0,
    );
    expect(await reviewsOf(system.books, payment)).toEqual([]);
    const rows = await system.books.rows('select from reversals where identifier = $1', payment);
    expect(rows).toEqual([]);
  });

  it("that waits for the customer's account is shown to a person, and stays open", async () => {
    const { reference, identifier } = await refundPaid('needs_attention');
    const [review] = await until(
      () => reviewsOf(system.books, identifier),
      (reviews) => reviews.length > 0,
    );
    expect(review).toMatchObject({ cause: 'awaits approval at the provider' });
    expect((await shop.get(`/v2/refund/${reference}`)).body).toMatchObject({ status: 'pending' });
  });
});

it('an event about an unknown transaction is accepted, and a forged one is not', async () => {
  const body = JSON.stringify({ event: 'refund.processed', data: { id: 1 } });
  const send = (signature: string) =>
    fetch(`${system.stack.urls.api}/provider-callbacks/paystack`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body,
    });
  const signature = createHmac('sha512', secretKey).update(body).digest('hex');
  expect((await send(signature)).status).toBe(200);
  expect((await send('0'.repeat(128))).status).toBe(401);
});

describe("Paystack's own list, held against ours", () => {
  const from = new Date().toISOString();
  async function checkStatement(...words: readonly string[]) {
    const { databaseUrls, environment } = system.stack;
    return runAdmin(['statement', 'check', ...words], {
      DATABASE_URL: databaseUrls.admin,
      GATEWAY_ENCRYPTION_KEYS: environment['GATEWAY_ENCRYPTION_KEYS'],
    });
  }
  const period = () => ['--from', from, '--to', new Date().toISOString()];
  const differing = (output: string) =>
    [...output.matchAll(/^✖ ([0-9a-f-]+): (.*)$/gm)].map(([, ...found]) => found);

  it('differs about each planted fault, and nothing else', async () => {
    const unlisted = await pay(wages('[unlisted]'));
    await shop.untilFinal(unlisted.reference, 'payout');
    const strange = `${randomUUID()}-1`;
    const foreign = `their-order-${randomUUID()}`;
    const atProvider = `${system.stack.urls.sandbox}/paystack/transfer`;
    const authorization = `Bearer ${secretKey}`;
    for (const reference of [strange, foreign]) {
      await fetch(atProvider, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          amount: 100,
          currency: 'NGN',
          recipient: 'RCP_NGN_058_0a',
          reference,
          reason: 'Wages',
        }),
      });
      // It is listed once it has moved money, a moment later.
      await until(
        async () => (await fetch(`${atProvider}/verify/${reference}`, { headers: { authorization } })).text(),
        (answer) => answer.includes('"status":"success"'),
      );
    }
    const { code, output } = await checkStatement('--mid', 'paystack_1', ...period());
    expect(code).toBe(1);
    const differences = differing(output);
    expect(new Set(differences.map(([reference]) => reference))).toEqual(
      new Set([`${String(unlisted.identifier)}-1`, strange]),
    );
    expect(differences).toContainEqual([`${String(unlisted.identifier)}-1`, 'the provider does not list it']);
    expect(output).toMatch(/^payments: [1-9]\d* agree, 0 differ$/m);
    expect(output).toMatch(/^payouts: [1-9]\d* agree, 1 not sent by us, /m);
  });

  it('is asked for in words that can be understood, and says why it was not read', async () => {
    const missing = await checkStatement('--mid', 'paystack_1');
    expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('--from is missing') });
    expect(missing.output).toContain('--to is missing');
    for (const mid of ['mercado_pago', 'nobody'])
      expect(await checkStatement('--mid', mid, ...period())).toMatchObject({ code: 2 });
  });
});
