import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatementBalance, StatementLine } from '#domain/statements/line';
import { signedUnits } from '#domain/values/money';
import { sandboxConnector } from '#gateway/connectors/sandbox/connector';
import { bankAccount, readCamt } from '../../libs/gateway/statements/testing/camt.js';
import { readText } from '../../libs/gateway/statements/testing/read-text.js';
import { refundSystem } from '../../apps/sandbox/src/testing/refund-system.js';
import {
  sandboxSecret,
  startSandbox,
  type RunningSandbox,
} from '../../apps/sandbox/src/testing/sandbox-system.js';

/**
 * Goal: statements of the sandbox say what it has done, three ways alike, and each planted fault is on them and nothing else is wrong (contract
 * §16.8). Method: its own calls, read by the connector and by the readers of files.
 */
const patience = { timeout: 8_000, interval: 20 };
let sandbox: RunningSandbox;
const { pay, refund, panel } = refundSystem(() => sandbox, { notifyUrl: () => 'http://127.0.0.1:9/' });

beforeEach(async () => {
  sandbox = await startSandbox(mkdtempSync(join(tmpdir(), 'sandbox-')));
});
afterEach(() => sandbox.close());

async function told(): Promise<{
  readonly lines: readonly StatementLine[];
  readonly balances: readonly StatementBalance[];
}> {
  const asked = {
    from: new Date(Date.now() - 3_600_000),
    to: new Date(Date.now() + 3_600_000),
    timezone: 'UTC',
  };
  const credentials = { account: 'acct_demo', secret: sandboxSecret };
  const account = { provider: 'sandbox', mid: 'main', baseUrl: sandbox.base, credentials };
  const read = await sandboxConnector.readStatement(asked, account, { timeoutMs: 5_000 });
  if (read.kind !== 'read') throw new Error(read.detail);
  return { lines: read.lines, balances: read.balances ?? [] };
}

const payOut = (reference: string) =>
  sandbox.call('POST', '/credits', {
    order: reference,
    value: '20.00',
    iso: 'EUR',
    rail: 'PIX',
    notify_url: 'http://127.0.0.1:9/',
    simulate: { scenario: 'at_once', delay_ms: 20 },
  });

const untilLines = async (count: number) => {
  await vi.waitFor(async () => expect((await told()).lines).toHaveLength(count), patience);
  return (await told()).lines;
};
const fault = (name: string, fields: object = {}) => panel('statement-fault', { fault: name, ...fields });
const settle = async () =>
  (await panel('settle', {})).json().settlements as { settlement: string; amount: string }[];

/** Closing less opening is what its lines add up to. */
function isConsistent({ lines, balances }: Awaited<ReturnType<typeof told>>): boolean {
  return balances.every(({ currency, opening = '', closing = '' }) => {
    const nets = lines
      .filter((line) => line.currency === currency)
      .map((line) => {
        const out = ['payout', 'refund', 'chargeback', 'settlement'].includes(line.kind);
        return signedUnits(line.net, currency) * (out ? -1n : 1n);
      });
    return (
      signedUnits(closing, currency) - signedUnits(opening, currency) ===
      nets.reduce((sum, net) => sum + net, 0n)
    );
  });
}

describe('the statement of the sandbox', () => {
  it('has everything that moved money, with fees of 1.4 % and 0.25, in batches', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await pay(one);
    await pay(two, { value: '100.00' });
    await untilLines(2);
    await refund(randomUUID(), one);
    await untilLines(3);
    await panel('chargeback', { reference: `${two}-1`, amount: '30.00' });
    await panel('inquiry', { reference: `${two}-1` });
    const [batch] = await settle();
    expect(batch).toMatchObject({ amount: '73.46', currency: 'EUR', lines: 4 });
    await panel('chargeback-won', { reference: `${two}-1` });
    const { lines, balances } = await told();
    expect(lines).toMatchObject([
      {
        kind: 'payment',
        reference: `${one}-1`,
        gross: '10.00',
        fee: '0.39',
        net: '9.61',
        settlement: batch?.settlement,
      },
      { kind: 'payment', reference: `${two}-1`, gross: '100.00', fee: '1.65', net: '98.35' },
      { kind: 'refund', gross: '4.50', fee: '0.00', net: '4.50' },
      { kind: 'chargeback', reference: `${two}-1`, gross: '30.00', net: '30.00' },
      { kind: 'settlement', reference: batch?.settlement, gross: '73.46', settlement: batch?.settlement },
      { kind: 'chargeback_won', gross: '30.00' },
    ]);
    expect(balances).toEqual([{ currency: 'EUR', opening: '0.00', closing: '30.00' }]);
    expect(isConsistent({ lines, balances })).toBe(true);
  });

  it('has payouts, what comes back of them, and more pages than one', async () => {
    const reference = `${randomUUID()}-1`;
    await payOut(reference);
    await untilLines(1);
    await panel('return', { reference });
    const account = await fetch(`${sandbox.base}/statements?account=acct_demo&limit=1`);
    const page = (await account.json()) as { lines: unknown[]; next_after: string; total: number };
    expect([page.lines.length, page.total]).toEqual([1, 2]);
    const next = await fetch(`${sandbox.base}/statements?account=acct_demo&limit=1&after=${page.next_after}`);
    expect(await next.json()).toMatchObject({ next_after: null });
    expect((await told()).lines).toMatchObject([
      { kind: 'payout', reference, gross: '20.00', fee: '0.53', net: '20.53' },
      { kind: 'payout_returned', reference, gross: '20.00', net: '20.00' },
    ]);
  });

  it('says the same as CSV, and reaches the bank as CAMT.053', async () => {
    await pay(randomUUID());
    await untilLines(1);
    const [batch] = await settle();
    const url = `${sandbox.base}/statements?account=acct_demo`;
    const csv = await (await fetch(url, { headers: { accept: 'text/csv' } })).text();
    const { lines, head } = await readText(csv);
    const shown = await told();
    expect(lines).toEqual(shown.lines);
    expect(head.balances).toEqual(shown.balances);
    const day = new Date().toISOString().slice(0, 10);
    const xml = await (await fetch(`${sandbox.base}/bank?account=acct_demo&from=${day}&to=${day}`)).text();
    const bank = await readCamt(xml, { account: bankAccount, pieceBytes: 4_096 });
    expect(bank.lines).toMatchObject([{ direction: 'in', amount: batch?.amount }]);
    expect(bank.lines[0]?.references).toContain(batch?.settlement);
    expect(bank.head).toMatchObject({
      from: day,
      to: day,
      balances: [{ opening: '0.00', closing: batch?.amount }],
    });
  });

  it('is kept over a restart, and refuses strangers', async () => {
    await pay(randomUUID());
    await untilLines(1);
    const [batch] = await settle();
    expect(await settle()).toEqual([]);
    expect((await fetch(`${sandbox.base}/statements?account=nobody`)).status).toBe(404);
    expect((await fetch(`${sandbox.base}/statements?account=acct_demo&from=2026-01-32`)).status).toBe(422);
    const headers = { 'x-sandbox-account': 'acct_demo', 'x-sandbox-signature': 'wrong' };
    expect((await fetch(`${sandbox.base}/statements?account=acct_demo`, { headers })).status).toBe(401);
    expect((await told()).lines.map(({ settlement }) => settlement)).toEqual([
      batch?.settlement,
      batch?.settlement,
    ]);
  });
});

describe('a planted fault', () => {
  let reference: string;
  let other: string;
  beforeEach(async () => {
    [reference, other] = [`${randomUUID()}-1`, `${randomUUID()}-1`];
    await pay(other.replace(/-1$/, ''));
    await untilLines(1);
    await pay(reference.replace(/-1$/, ''), { value: '50.00' });
    await untilLines(2);
  });

  it.each<[string, (told: readonly StatementLine[]) => void]>([
    ['missing', (lines) => expect(lines).toHaveLength(1)],
    ['twice', (lines) => expect(lines.filter((line) => line.reference === reference)).toHaveLength(2)],
    ['amount', ([, line]) => expect(line).toMatchObject({ reference, gross: '51.00', fee: '0.96' })],
    ['fee', ([, line]) => expect(line).toMatchObject({ reference, gross: '50.00', fee: '1.95' })],
    ['currency', ([, line]) => expect(line).toMatchObject({ reference, gross: '50.00', currency: 'USD' })],
    ['restated', ([, line]) => expect(line).toMatchObject({ reference, gross: '51.00' })],
    [
      'unknown_kind',
      ([, line]) => expect(line).toMatchObject({ reference, kind: 'other', unknownKind: 'mystery' }),
    ],
  ])('%s changes its line alone, and the balances agree', async (name, check) => {
    const before = (await told()).lines;
    expect((await fault(name, { reference })).status).toBe(200);
    const after = await told();
    check(after.lines);
    expect(after.lines.find((line) => line.reference === other)).toEqual(before[0]);
    expect(isConsistent(after)).toBe(true);
    const keys = new Set(before.map(({ lineKey }) => lineKey));
    const added = after.lines.filter(({ lineKey }) => !keys.has(lineKey));
    expect(added).toHaveLength(name === 'twice' ? 1 : 0);
  });

  it('extra is of our form, or of another', async () => {
    await fault('extra');
    await fault('extra', { reference: 'order-4711' });
    const references = (await told()).lines.map((line) => line.reference ?? '');
    expect(references.filter((one) => /^[0-9a-f-]{36}-1$/.test(one))).toHaveLength(3);
    expect(references).toContain('order-4711');
    expect(isConsistent(await told())).toBe(true);
  });

  it('unknown_kind without a reference is a line that stands for nothing', async () => {
    await fault('unknown_kind');
    expect((await told()).lines.at(-1)).toMatchObject({ unknownKind: 'mystery', gross: '10.00' });
  });

  it('late is told with the next batch', async () => {
    await fault('late', { reference });
    expect((await told()).lines).toHaveLength(1);
    const [batch] = await settle();
    expect((await told()).lines.find((line) => line.reference === reference)?.settlement).toBe(
      batch?.settlement,
    );
  });

  it('opening is off, and nothing else is', async () => {
    await fault('opening');
    const { balances, lines } = await told();
    expect(balances[0]?.opening).toBe('1.00');
    expect(isConsistent({ lines, balances })).toBe(false);
  });

  it('short_paid is a cent less than its lines, at the bank as well; not_paid_out never gets there', async () => {
    const [first] = await settle();
    const atBank = async () => {
      const xml = await (await fetch(`${sandbox.base}/bank?account=acct_demo`)).text();
      return (await readCamt(xml, { pieceBytes: 4_096 })).lines.map(({ amount }) => amount);
    };
    expect(await atBank()).toEqual(['58.66']);
    await fault('short_paid', { reference: first?.settlement });
    expect((await told()).lines.at(-1)).toMatchObject({ kind: 'settlement', gross: '58.65' });
    expect(await atBank()).toEqual(['58.65']);
    await fault('not_paid_out');
    await pay(randomUUID());
    await untilLines(4);
    await settle();
    expect(await atBank()).toEqual(['58.65']);
  });

  it('without a name, or of a line that is not there, is refused', async () => {
    expect((await fault('nonsense')).status).toBe(422);
    expect((await fault('amount', { reference: 'nobody-1' })).status).toBe(404);
    expect((await fault('short_paid', { reference: 'set_0' })).status).toBe(404);
  });
});
