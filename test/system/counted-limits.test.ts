import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: merchants meet counted limits over HTTP as contract §3 has limits: 1132, in words, and the reference stays free.
 * Method: the keys `counted` and `counted_b`; a customer or a currency of its own for each test, as each is counted for
 * itself.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_counted');
const sibling = createMerchant(urls.api, 'mk_test_counted_b');
const books = openBooks(databaseUrl);
afterAll(() => books.close());

const payments = '/v2/payment';
const limit = { status: 400, code: 1132, reason: 'Limit exceeded' };
const accepted = { status: 200, body: { error_code: 0 } };
const visa = '4242424242424242';
const declinedCard = '4000000000000002';
const midnight = /resets at \d{4}-\d\d-\d\dT00:00:00\.000Z$/;

const ideal = (amount: number, customer: string = randomUUID()) => {
  const body = idealBody({ sandbox: 'at_once' }, { amount });
  return { ...body, customer: { ...(body['customer'] as object), identifier: customer } };
};
const card = (currency: string, amount: number, pan = visa, customer: string = randomUUID()) => {
  const body = cardBody(pan, { sandbox: 'at_once' });
  return { ...body, currency, amount, customer: { ...(body['customer'] as object), identifier: customer } };
};

/** The MIDs that took these payments, once all of them are over. */
async function midsOf(references: readonly string[]): Promise<readonly unknown[]> {
  await Promise.all(references.map((reference) => merchant.untilFinal(reference)));
  const rows = await books.rows(
    'select mid from attempts join transactions using (identifier) where reference = any($1) order by mid',
    references,
  );
  return rows.map(({ mid }) => mid);
}

describe('a customer', () => {
  it('pays no more than the limit over all projects of the merchant; smaller payments fit', async () => {
    const customer = randomUUID();
    const pay = (amount: number) => ideal(amount, customer);
    expect(await sibling.post(payments, pay(60))).toMatchObject(accepted);
    const refused = pay(40.01);
    expectError(await merchant.post(payments, refused), {
      ...limit,
      description: /^amount: exceeds the daily limit of the customer for payments in EUR, /,
      reference: refused.reference,
    });
    expect(await sibling.post(payments, { ...pay(40), reference: refused.reference })).toMatchObject(
      accepted,
    );
    const late = pay(0.01);
    const { reference } = late;
    expectError(await sibling.post(payments, late), { ...limit, description: midnight, reference });
  });

  it('may pay again what was declined', async () => {
    const customer = randomUUID();
    const pay = (pan: string) => ({
      ...card('EUR', 100, pan, customer),
      extra: { meta: { sandbox: 'decline' } },
    });
    const first = pay(declinedCard);
    expect((await sibling.post(payments, first)).status).toBe(200);
    expect(await sibling.untilFinal(first.reference)).toMatchObject({ status: 'declined' });
    expect(await sibling.post(payments, card('EUR', 100, visa, customer))).toMatchObject(accepted);
    const further = card('EUR', 1, visa, customer);
    const { reference } = further;
    expectError(await sibling.post(payments, further), { ...limit, reference });
  });

  it('is not counted by name: nothing personal is in the counters', async () => {
    const customer = `Quorvexina-${randomUUID()}`;
    expect(await sibling.post(payments, card('SEK', 10, visa, customer))).toMatchObject(accepted);
    const rows = await books.rows(
      `select * from limit_counters where scope = 'customer' and currency = 'SEK'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['subject']).toMatch(/^[0-9a-f]{64}$/);
    const plans = await books.rows(
      `select from transactions where plan::text like '%' || $1 || '%'`,
      customer,
    );
    expect(plans).toEqual([]);
  });
});

describe('a MID', () => {
  it('without room is left out; the next route takes the payment', async () => {
    const bodies = Array.from({ length: 8 }, () => card('ISK', 10));
    await Promise.all(bodies.map((body) => merchant.post(payments, body)));
    const mids = await midsOf(bodies.map(({ reference }) => reference));
    expect(mids).toEqual(['counted', 'counted', 'counted', ...Array<string>(5).fill('main')]);
    expect((await merchant.post('/v2/routing/explain', card('ISK', 10))).body).toMatchObject({
      decision: 'accepted',
      candidates: [
        { mid: 'closed', taken: false },
        {
          mid: 'counted',
          taken: false,
          error_code: 1132,
          description: expect.stringMatching(
            /^Number of payments: exceeds the daily limit of the MID .* resets at /,
          ),
        },
        { mid: 'main', taken: true, position: 1 },
      ],
    });
  });

  it('without room refuses what has no other route', async () => {
    const pay = () =>
      pixPayout({}, { customer: { identifier: randomUUID(), first_name: 'A', last_name: 'B' } });
    const bodies = Array.from({ length: 3 }, pay);
    await Promise.all(bodies.map((one) => merchant.post(payouts, one)));
    const body = pay();
    expectError(await merchant.post(payouts, body), {
      ...limit,
      description: /^Number of payouts: exceeds the daily limit of the MID for payouts in BRL, /,
      reference: body.reference,
    });
  });

  it('without room is passed by in a cascade, which ends as without it', async () => {
    const bodies = Array.from({ length: 5 }, () => ideal(1));
    await Promise.all(bodies.map((body) => merchant.post(payments, body)));
    const records = await Promise.all(bodies.map(({ reference }) => merchant.untilFinal(reference)));
    expect(records.map(({ status }) => String(status)).toSorted()).toEqual([
      'error',
      'error',
      'success',
      'success',
      'success',
    ]);
    for (const record of records.filter(({ status }) => status === 'error')) {
      expect(record).toMatchObject({ error_code: 200, error_reason: 'Communication error' });
    }
  });
});

describe('a project', () => {
  it('takes exactly what fits of many at once, and says how much is taken', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => merchant.post(payments, card('JPY', 80))),
    );
    const refusals = answers.filter(({ body }) => body['error_code'] === 1132);
    expect(refusals).toHaveLength(6);
    const [refused] = refusals;
    expect(refused?.body['description']).toMatch(
      /^amount: exceeds the monthly limit of the project for payments in JPY, which resets at /,
    );
    const explained = (await merchant.post('/v2/routing/explain', card('JPY', 80))).body;
    expect(explained).toMatchObject({
      decision: 'refused',
      error_code: 1132,
      description: refused?.body['description'],
      limits: [
        { whose: 'project', per: 'day', amount: { used: '480', max: '1000' } },
        { whose: 'project', per: 'month', amount: { used: '480', max: '500' } },
        { whose: 'customer', per: 'day', amount: { used: '0', max: '100' }, count: { used: 0, max: 3 } },
      ],
    });
    expect((await merchant.post('/v2/routing/explain', card('JPY', 20))).body).toMatchObject({
      decision: 'accepted',
    });
  });
});
