import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeReview } from '#contracts/operator-updates';
import { explainDifference, matchDifference, writeDifferenceOff } from '#contracts/statement-workflows';
import { idealBody } from '../fakes/bodies.js';
import { csvOf, putStatement } from '../fakes/statement-files.js';
import { lineOf, unknownLine } from '../fakes/statements.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { watchDifferences } from '../witnesses/differences.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: statements come in by themselves, and each difference finds its person and its end (contract §16.2, §16.4). Method: files in
 * folders that the worker watches, and the updates that the Temporal UI sends, on a system of its own.
 */
let system: BreakableSystem;
let folders: string;
let connection: Connection;
let temporal: Client;
let differences: ReturnType<typeof watchDifferences>;

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'gateway-statements-'));
  const watched = async (name: string) => {
    await mkdir(join(folders, name));
    return { source: 'folder', folder: join(folders, name) };
  };
  system = await startBreakableSystem({
    settings: [
      [['mids', 'main', 'statement'], await watched('main')],
      [['mids', 'second', 'statement'], await watched('second')],
      [['mids', 'no_refunds', 'statement'], { ...(await watched('gone')), folder: join(folders, 'nowhere') }],
    ],
  });
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
  differences = watchDifferences(system.books, temporal);
});
afterAll(async () => {
  await connection.close();
  await system.stop();
  await rm(folders, { recursive: true });
});

const put = (mid: string, name: string, lines: Parameters<typeof csvOf>[0]) =>
  putStatement(join(folders, mid), name, csvOf(lines));
const importsOf = (name: string) =>
  system.books.rows('select account, way, lines, new_lines from statement_files where name = $1', name);
const imported = (name: string) =>
  until(
    () => importsOf(name),
    (rows) => rows.length > 0,
  );

const word = { reason: 'asked the provider', evidence: 'ticket 7' };

async function paid(): Promise<{ readonly identifier: string; readonly reference: string }> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 50 });
  await system.merchant.post('/v2/payment', body);
  const identifier = String((await system.merchant.untilFinal(body.reference))['identifier']);
  return { identifier, reference: `${identifier}-1` };
}
const listed = ({ reference }: { readonly reference: string }, gross = '10.10') =>
  lineOf({ kind: 'payment', reference, gross, currency: 'EUR' });

describe('a folder', () => {
  it('is looked into: a file is imported once, and a refused one holds up no other', async () => {
    const payment = await paid();
    await putStatement(join(folders, 'main'), 'a-broken.csv', 'line_key;kind\n1;payment\n');
    const line = listed(payment);
    await put('main', 'b-sound.csv', [line]);
    expect(await imported('b-sound.csv')).toEqual([
      { account: 'main', way: 'folder', lines: 1, new_lines: 1 },
    ]);
    expect(await importsOf('a-broken.csv')).toEqual([]);
    const matches = await system.books.rows(
      'select way, entry_kind from statement_matches where identifier = $1',
      payment.identifier,
    );
    expect(matches).toEqual([{ way: 'reference', entry_kind: 'payment' }]);
    // Another name, and the same content: imported before.
    await put('main', 'c-again.csv', [line]);
    await put('second', 'other.csv', [lineOf({ kind: 'fee', gross: '1.00', currency: 'EUR' })]);
    expect(await imported('other.csv')).toMatchObject([{ account: 'second' }]);
    expect(await importsOf('c-again.csv')).toEqual([]);
    const log = await readFile(join(system.directory, 'logs', 'worker.log'), 'utf8');
    expect(log.split('\n').filter((said) => said.includes('a statement is refused'))).toHaveLength(1);
    expect(log).toContain('line 1: there is no column');
  });
});

describe('a difference', () => {
  it('that a person explains is over', async () => {
    const line = lineOf({ kind: 'payment', reference: 'shop-4711', gross: '9.00', currency: 'EUR' });
    const unknown = unknownLine('3.00', { currency: 'EUR' });
    await put('main', 'unknown.csv', [line, unknown]);
    const id = await differences.idOf('unknown_here', unknown.lineKey);
    await differences.untilThere(differences.handleOf(id));
    await differences.untilShown(id, unknown.lineKey);
    const details = await differences.untilShown(id, '**');
    expect(details).toContain('unknown_here');
    expect(details).toContain('3.00 EUR');
    await expect(
      differences.handleOf(id).executeUpdate(explainDifference, { args: [{ ...word, operator: '' }] }),
    ).rejects.toThrow();
    expect(await differences.stateOf(id)).toMatchObject({ state: 'open' });
    const said = await differences.handleOf(id).executeUpdate(explainDifference, {
      args: [{ ...word, operator: 'eve' }],
    });
    expect(said).toBe('Closed.');
    await differences.handleOf(id).result();
    expect(await differences.stateOf(id)).toEqual({
      state: 'explained',
      closed_how: 'explained',
      closed_by: 'eve',
    });
  });

  it('is written off by two persons, never by one', async () => {
    const unknown = unknownLine('4.00', { currency: 'EUR' });
    await put('main', 'lost.csv', [unknown]);
    const id = await differences.idOf('unknown_here', unknown.lineKey);
    await differences.untilThere(differences.handleOf(id));
    const off = (operator: string) =>
      differences.handleOf(id).executeUpdate(writeDifferenceOff, { args: [{ ...word, operator }] });
    expect(await off('eve')).toContain('second person');
    expect(await off('eve')).toContain('second person');
    expect(await differences.stateOf(id)).toMatchObject({ state: 'open' });
    await differences.untilShown(id, 'write-off proposed');
    expect(await off('adam')).toBe('Closed.');
    await differences.handleOf(id).result();
    expect(await differences.stateOf(id)).toMatchObject({
      state: 'closed',
      closed_how: 'written_off',
      closed_by: 'adam',
    });
    const [lost] = await system.books.rows(
      `select sum(amount)::text as amount from provider_entries where kind = 'write_off' and line_id = (
        select line_id from differences where id = $1)`,
      id,
    );
    expect(lost).toEqual({ amount: '4.00' });
  });

  it('is matched to the transaction that a person names, of exactly its amount', async () => {
    const [one, other] = [await paid(), await paid()];
    const line = unknownLine('10.10', { currency: 'EUR' });
    await put('main', 'renamed.csv', [line, listed(other)]);
    const id = await differences.idOf('unknown_here', line.lineKey);
    await differences.untilThere(differences.handleOf(id));
    const match = (to: string) =>
      differences.handleOf(id).executeUpdate(matchDifference, { args: [{ ...word, operator: 'eve', to }] });
    await expect(match(other.identifier)).rejects.toThrow();
    expect(await match(one.identifier)).toBe('Closed.');
    await differences.handleOf(id).result();
    expect(await differences.stateOf(id)).toMatchObject({ closed_how: 'matched', closed_by: 'eve' });
  });

  it('in the amount is a review of its transaction, whose closing explains it', async () => {
    const payment = await paid();
    const line = listed(payment, '10.12');
    await put('main', 'amount.csv', [line]);
    const id = await differences.idOf('amount', line.lineKey);
    const review = temporal.workflow.getHandle(`review/${payment.identifier}`);
    await differences.untilThere(review);
    const reviews = () =>
      system.books.rows('select cause, evidence from reviews where identifier = $1', payment.identifier);
    expect(await reviews()).toMatchObject([
      { cause: 'statement: amount', evidence: { amount: '10.12', currency: 'EUR' } },
    ]);
    await review.executeUpdate(closeReview, {
      args: [{ operator: 'eve', reason: 'they have sent the rest back' }],
    });
    await differences.untilState(id, 'explained');
    expect(await differences.stateOf(id)).toMatchObject({ closed_by: 'eve' });
    expect(await reviews()).toHaveLength(1);
  });

  it('that is an unreported reversal is recorded, and closes itself', async () => {
    const payment = await paid();
    const line = lineOf({
      kind: 'chargeback',
      reference: payment.reference,
      providerId: 'dp_1',
      gross: '10.10',
      currency: 'EUR',
    });
    await put('main', 'chargeback.csv', [listed(payment), line]);
    const id = await differences.idOf('reversal', line.lineKey);
    await differences.untilState(id, 'closed');
    const reversals = await system.books.rows(
      'select kind, amount::text, state, dispute from reversals where identifier = $1',
      payment.identifier,
    );
    expect(reversals).toEqual([{ kind: 'chargeback', amount: '10.10', state: 'posted', dispute: 'dp_1' }]);
  });

  it('in the status has the provider asked, and closes itself where the statement was right', async () => {
    const body = idealBody({ sandbox: 'no_callback' });
    const { body: created } = await system.merchant.post('/v2/payment', body);
    const identifier = String(created['identifier']);
    const [attempt] = await until(
      () =>
        system.books.rows(
          'select provider_reference as reference from attempts where identifier = $1',
          identifier,
        ),
      (rows) => rows.length > 0,
    );
    const line = listed({ reference: String(attempt?.['reference']) });
    await put('main', 'status.csv', [line]);
    await system.merchant.untilFinal(body.reference);
    await imported('status.csv');
    const open = await system.books.rows(
      `select state from differences join statement_lines using (line_id) where line_key = $1`,
      line.lineKey,
    );
    // The payment may have ended before the file was read.
    if (open.length > 0) {
      const id = await differences.idOf('status', line.lineKey);
      await differences.untilState(id, 'closed');
    }
    expect(await system.books.rows('select cause from reviews where identifier = $1', identifier)).toEqual(
      [],
    );
  });

  it('C38 that there are thousands of is one workflow', async () => {
    const lines = Array.from({ length: 1_200 }, (_, n) =>
      unknownLine('1.00', { lineKey: `flood-${n}`, currency: 'EUR' }),
    );
    await put('second', 'flood.csv', lines);
    await imported('flood.csv');
    const [whole] = await system.books.rows(
      `select id::text, count from differences where account = 'second' and class = 'unknown_here' and part_of is null`,
    );
    expect(whole).toMatchObject({ count: 1_200 });
    await differences.untilShown(String(whole?.['id']), '1200');
    const part = await differences.idOf('unknown_here', 'flood-7');
    await expect(differences.handleOf(part).describe()).rejects.toThrow();
  });
});

it('figures say what is open, and since when', async () => {
  const text = await (await fetch(system.stack.urls.workerMetrics)).text();
  expect(text).toMatch(/gateway_differences\{class="unknown_here"\} [1-9]/);
  expect(text).toMatch(/gateway_differences\{class="gap"\} \d/);
  expect(text).toMatch(/gateway_statement_age_seconds\{mid="main"\} \d/);
  expect(text).toMatch(/gateway_unexplained_amount\{mid="second",currency="EUR"\} 1200/);
  expect(text).toMatch(/gateway_difference_oldest_seconds \d/);
  expect(text).toMatch(/gateway_period_open_days 0/);
});
