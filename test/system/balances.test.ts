import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBalances } from '#persistence/ledger/find-balances';
import { idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { ledgerDatabase, openBalances } from '../witnesses/ledger.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: a merchant sees what it may pay out, is billed in its currency, and is topped up by us (contract §7, §12, §13). */
const { urls, databaseUrls } = sharedStack;
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

describe('opening balances', () => {
  it('are posted once per currency, whatever the configuration says later', async () => {
    const merchant = `ledger-${randomUUID()}`;
    await Promise.all([
      openBalances(database, merchant, { NGN: '10', EUR: '0' }),
      openBalances(database, merchant, { NGN: '10' }),
    ]);
    await openBalances(database, merchant, { NGN: '20', GHS: '5' });
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'GHS', available: '5.00', reserved: '0.00' },
      { currency: 'NGN', available: '10.00', reserved: '0.00' },
    ]);
  });

  it('GET /v2/balance shows them to the projects of the merchant only', async () => {
    const opened = (currency: string, available: string) => ({ currency, available, reserved: '0.00' });
    const poor = await createMerchant(urls.api, 'mk_test_poor').get('/v2/balance');
    expect(poor).toMatchObject({ status: 200 });
    expect(poor.body).toEqual({
      balances: [opened('BOB', '100.00'), opened('BRL', '100.00'), opened('NGN', '100.00')],
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const [demo, second] = await Promise.all(
      ['mk_test_demo', 'mk_test_demo_b'].map((key) => createMerchant(urls.api, key).get('/v2/balance')),
    );
    expect(demo?.body['balances']).toEqual(second?.body['balances']);
    expect(demo?.body['balances']).toContainEqual({
      currency: 'XOF',
      available: expect.stringMatching(/^\d+$/),
      reserved: expect.stringMatching(/^\d+$/),
    });
    expectError(await createMerchant(urls.api).post('/v2/balance', {}), {
      status: 405,
      code: 30,
      reason: 'Invalid params',
    });
  });
});

describe('billing in another currency', () => {
  const fx = createMerchant(urls.api, 'mk_test_fx');

  it('is decided at registration and shown by the check endpoint', async () => {
    const body = { ...pixBody(), amount: 10.1 };
    expect((await fx.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
    const { body: record } = await fx.get(`/v2/payment/${body.reference}`);
    expect(record).toMatchObject({ amount: '10.1', billing_amount: '1.62', billing_currency: 'EUR' });
  });

  it('collects what was billed, in what was billed', async () => {
    const body = idealBody({ sandbox: 'success' });
    expect((await fx.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
    const { identifier } = await fx.untilFinal(body.reference);
    const rows = await database.sql`
      select currency, amount, kind from ledger_entries where identifier = ${identifier}`;
    expect(rows).toEqual([{ currency: 'EUR', amount: '10.1', kind: 'collect' }]);
  });

  it("without the configuration of the rate's provider: 35", async () => {
    const body = ussdBody(urls.sandbox);
    expectError(await fx.post('/v2/payment', body), {
      status: 400,
      code: 35,
      reason: 'Resource not found',
      description: 'provider configuration missing while getting currency rate',
      reference: body.reference,
    });
  });

  it('without a rate: 200', async () => {
    const customer = { identifier: 'c-1', first_name: 'Ana', last_name: 'Lopez', itn: 'XEXX010101000' };
    const body = {
      method: 'bank_transfer_mexico',
      reference: newReference(),
      currency: 'MXN',
      amount: 1200,
      customer,
    };
    expectError(await fx.post('/v2/payment', body), {
      status: 400,
      code: 200,
      reason: 'Transaction processing error',
      description: 'currency rate error',
      reference: body.reference,
    });
  });
});

describe('on the command line', () => {
  const run = promisify(execFile);
  const ledger = (...words: readonly string[]) =>
    run(process.execPath, ['dist/bundles/gateway.js', 'ledger', ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrls.admin },
    });

  const wordsFor = (merchant: string, currency: string, amount: string) =>
    ['--merchant', merchant, '--currency', currency, '--amount', amount] as const;

  it('a top-up posts, each time it is called', async () => {
    const topUp = () =>
      ledger('top-up', ...wordsFor('window', 'KWD', '1.25'), '--author', 'ada', '--reason', 'transfer 4711');
    expect((await topUp()).stdout).toContain('1.25 KWD');
    await topUp();
    expect(await findBalances(database, 'window')).toContainEqual({
      currency: 'KWD',
      available: '2.500',
      reserved: '0.000',
    });
    const entries = await database.query(
      "select author, reason from ledger_entries where merchant = 'window' and currency = 'KWD'",
    );
    const posted = { author: 'ada', reason: 'transfer 4711' };
    expect(entries).toEqual([posted, posted]);
  });

  it.each([
    ['an unknown merchant', 'nobody', 'EUR', '1', 1, 'no merchant nobody'],
    ['no currency', 'demo', 'eur', '1', 2, '--currency'],
    ['an amount finer than the currency', 'demo', 'UGX', '0.5', 2, '--amount'],
    ['nothing', 'demo', 'EUR', '0', 2, '--amount'],
  ])('a top-up refuses %s', async (_name, merchant, currency, amount, code, says) => {
    const refused = ledger('top-up', ...wordsFor(merchant, currency, amount), '--reason', 'test');
    await expect(refused).rejects.toMatchObject({ code, stderr: expect.stringContaining(says) });
  });

  it.each([
    ['without a reason', [], '--reason is missing'],
    ["in the configuration's name", ['--reason', 'test', '--author', 'configuration'], '--author'],
    ['without an author', ['--reason', 'test', '--author', ' '], '--author'],
  ])('a top-up refuses to post %s', async (_name, words, says) => {
    const refused = ledger('top-up', ...wordsFor('demo', 'EUR', '1'), ...words);
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });

  it('the check says what it looked at', async () => {
    expect((await ledger('check')).stdout).toMatch(/^\d+ entries, \d+ balances, .*: 0 differences/);
  });
});
