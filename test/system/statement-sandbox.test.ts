import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPeriod } from '#domain/statements/period';
import { readProviderDays } from '#gateway/statements/read-statement';
import { importStatement } from '#persistence/statements/import-statement';
import type { Imported, ReconcileTerms } from '#persistence/statements/statement-import';
import { refundSystem } from '../../apps/sandbox/src/testing/refund-system.js';
import { startSandbox, type RunningSandbox } from '../../apps/sandbox/src/testing/sandbox-system.js';
import { registerEnded, registerRefund, toldOf, type Paid } from '../fakes/reversals.js';
import { recordReversals } from '#persistence/refunds/record-reversals';
import { booksOf, differencesOf, newMid, today, usualTerms } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { naira, openMerchant } from '../witnesses/ledger.js';

/**
 * Goal: a day at a provider agrees with our books to the cent, and each fault of its statement is exactly one difference, with its
 * class, its transaction and its amount (contract §16.8, C1, C7 to C18, C21, C24, C34). Method: the sandbox itself, read by its connector and
 * imported as finance; what it has moved is registered as the api and worker do it.
 */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const [finance, worker] = [await openAs('finance'), await openAs('worker')];
const development = readDevelopmentConfiguration();
const nobody = 'http://127.0.0.1:9/';
const patience = { timeout: 10_000, interval: 20 };
let sandbox: RunningSandbox;
let mid: string;
let merchant: string;
const { pay, refund, panel } = refundSystem(() => sandbox, { notifyUrl: () => nobody });

beforeEach(async () => {
  sandbox = await startSandbox(mkdtempSync(join(tmpdir(), 'sandbox-')));
  mid = newMid();
  merchant = await openMerchant(database, '10000');
});
afterEach(() => sandbox.close());

/** Asks the sandbox for the statement of today, and imports it. */
async function importToday(terms: Partial<ReconcileTerms> = {}): Promise<Imported> {
  const { main } = development.mids;
  const { sandbox: provider } = development.providers;
  const period = readPeriod(today(), today(), 'UTC');
  if (!main || !provider || !period) throw new Error('the development configuration has main at the sandbox');
  const configuration = {
    ...development,
    mids: { ...development.mids, [mid]: main },
    providers: { ...development.providers, sandbox: { ...provider, baseUrl: sandbox.base } },
  };
  return importStatement(finance, {
    source: 'provider',
    account: mid,
    way: 'provider',
    importedBy: 'ada',
    terms: { ...usualTerms, ...(main.fees && { fees: main.fees }), ...terms },
    read: (take) => readProviderDays(configuration, { mid, period, limit: { timeoutMs: 5_000 } }, take),
  });
}

async function paid(amount: string): Promise<Paid> {
  const money = { amount, currency: 'EUR' };
  const payment = await registerEnded(database, 'payment', { merchant, money, mid });
  await pay(payment.identifier, { value: amount });
  return payment;
}

async function paidOut(amount: string): Promise<Paid> {
  const payout = await registerEnded(database, 'payout', { merchant, money: naira(amount), mid });
  await sandbox.call('POST', '/credits', {
    order: `${payout.identifier}-1`,
    value: amount,
    iso: 'NGN',
    rail: 'PIX',
    notify_url: nobody,
    simulate: { scenario: 'at_once', delay_ms: 20 },
  });
  return payout;
}

async function untilMoved(count: number): Promise<void> {
  const url = `${sandbox.base}/statements?account=acct_demo`;
  const total = async () => ((await (await fetch(url)).json()) as { readonly total: number }).total;
  await vi.waitFor(async () => expect(await total()).toBe(count), patience);
}

const fault = async (name: string, fields: object = {}) =>
  expect((await panel('statement-fault', { fault: name, ...fields })).status).toBe(200);
const settle = () => panel('settle', { account: 'acct_demo' });

async function found(): Promise<readonly object[]> {
  return database.sql<object[]>`
    select class, identifier, trim_scale(amount)::text as amount from differences
    where account = ${mid} and state = 'open' order by id`;
}

it('C1 50 payments, payouts, refunds, chargebacks and their settlement: no difference, and the closing is what we hold', async () => {
  const payments = [];
  for (let number = 1; number <= 50; number += 1) payments.push(await paid(`${number}.${number + 10}`));
  await untilMoved(50);
  const payouts = [];
  for (let number = 1; number <= 5; number += 1) payouts.push(await paidOut(`${number}00.50`));
  await untilMoved(55);
  for (const payment of payments.slice(0, 5)) {
    const returned = await registerRefund(database, payment, '0.50', { status: 'success' });
    await refund(returned.identifier, payment.identifier, { value: '0.50' });
  }
  await untilMoved(60);
  for (const payment of payments.slice(5, 10)) {
    await panel('chargeback', { reference: `${payment.identifier}-1`, amount: '2.00' });
    await recordReversals(worker, {
      identifier: payment.identifier,
      provider: 'sandbox',
      way: 'report',
      told: [toldOf(payment, 'chargeback', { amount: '2.00' })],
    });
  }
  await settle();
  expect(await importToday({ reconcileLagMs: 0 })).toMatchObject({ newLines: 66, differences: {} });
  expect(await differencesOf(database, mid)).toEqual([]);
  const closings = await database.sql<object[]>`
    select currency, trim_scale(closing)::text as closing, trim_scale((
      select sum(case when to_account = 'held' then amount when from_account = 'held' then -amount else 0 end)
      from provider_entries where mid = ${mid} and provider_entries.currency = balance.currency))::text as held
    from statement_balances as balance join statement_files as files on files.id = balance.file
    where account = ${mid} order by currency`;
  expect(closings).toEqual([
    { currency: 'EUR', closing: '0', held: '0' },
    {
      currency: 'NGN',
      closing: expect.stringMatching(/^-15\d\d\./),
      held: (closings[1] as { closing: string }).closing,
    },
  ]);
  expect(await database.sql`select from provider_transit where mid = ${mid}`).toEqual([]);
  const { newLines, isKnown } = await importToday({ reconcileLagMs: 0 });
  expect({ newLines, isKnown }).toEqual({ newLines: 0, isKnown: true });
});

describe('a fault of the statement is exactly its difference:', () => {
  let payment: Paid;
  let reference: string;
  beforeEach(async () => {
    await paid('10.00');
    payment = await paid('50.00');
    reference = `${payment.identifier}-1`;
    await untilMoved(2);
  });

  it.each([
    ['C7 missing', 'missing', 'not_listed', null],
    ['C9 twice', 'twice', 'twice', '50'],
    ['C10 amount', 'amount', 'amount', '51'],
    ['C11 currency', 'currency', 'currency', '50'],
    ['C15 unknown kind', 'unknown_kind', 'unknown_kind', '50'],
  ])('%s', async (_case, name, of, amount) => {
    await fault(name, { reference });
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toEqual([{ class: of, identifier: payment.identifier, amount }]);
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toHaveLength(1);
  });

  it('C7 to C18 fee', async () => {
    await fault('fee', { reference });
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toEqual([{ class: 'fee', identifier: null, amount: '1.95' }]);
  });

  it('C8 extra, with a reference of our form and without', async () => {
    await fault('extra');
    await fault('extra', { reference: 'order-4711' });
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toEqual([
      { class: 'unknown_here', identifier: null, amount: '10' },
      { class: 'stranger', identifier: null, amount: '10' },
    ]);
  });

  it('C12 restated', async () => {
    await importToday();
    await fault('restated', { reference });
    await importToday();
    expect(await found()).toEqual([{ class: 'restated', identifier: null, amount: '51' }]);
    expect(await booksOf(database, mid, merchant)).toMatchObject({ customers: '-60' });
  });

  it('C13 opening', async () => {
    await fault('opening');
    await importToday();
    expect(await found()).toMatchObject([{ class: 'balance', identifier: null }]);
  });

  it('C21 late: not listed, and closed by the line that comes with the next batch', async () => {
    await fault('late', { reference });
    await importToday({ reconcileLagMs: 0 });
    const unlisted = [{ class: 'not_listed', identifier: payment.identifier, amount: null }];
    expect(await found()).toEqual(unlisted);
    // Another line is not its line.
    await paid('7.00');
    await untilMoved(2);
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toEqual(unlisted);
    await settle();
    await importToday({ reconcileLagMs: 0 });
    expect(await found()).toEqual([]);
    const closed = await database.sql`
      select class, closed_how, line.reference from differences join statement_lines as line on line.line_id = closed_line
      where differences.account = ${mid}`;
    expect(closed).toEqual([{ class: 'not_listed', closed_how: 'line', reference }]);
  });

  it('C24 short paid: by a cent', async () => {
    await fault('short_paid');
    await settle();
    await importToday();
    expect(await found()).toEqual([{ class: 'settlement_sum', identifier: null, amount: '58.65' }]);
  });

  it('C17 not paid out: not arrived, when it is due', async () => {
    await fault('not_paid_out');
    await settle();
    await importToday();
    expect(await found()).toEqual([]);
    const dueYesterday = { settlementDueMs: -2 * 86_400_000 };
    await paid('1.00');
    await untilMoved(4);
    await importToday(dueYesterday);
    expect(await found()).toEqual([{ class: 'not_arrived', identifier: null, amount: '58.66' }]);
  });
});
