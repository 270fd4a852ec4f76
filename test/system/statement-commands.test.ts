import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestDueDay } from '#domain/statements/due-days';
import { idealBody } from '../fakes/bodies.js';
import { csvOf } from '../fakes/statement-files.js';
import { lineOf, unknownLine } from '../fakes/statements.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { runAdmin } from '../stack/run-admin.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: finance works with commands (contract §16.2, §16.4): exit codes, JSON, and what each leaves in the books. A provider that
 * does not answer holds up no other one.
 */
let system: BreakableSystem;
let folder: string;
let connection: Connection;
let temporal: Client;
const daily = { source: 'provider', at: '00:00', timezone: 'UTC' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-statements-'));
  system = await startBreakableSystem({
    settings: [
      [['mids', 'main', 'statement'], { source: 'file' }],
      [['mids', 'second', 'statement'], daily],
      [['mids', 'closed', 'statement'], daily],
      [['bank_accounts'], { eur: { currency: 'EUR' } }],
    ],
  });
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await system.stop();
  await rm(folder, { recursive: true });
});

const run = (...words: readonly string[]) =>
  runAdmin(words, { ...system.stack.environment, GATEWAY_OPERATOR: 'eve', INIT_CWD: folder });
const runJson = async (...words: readonly string[]) => {
  const { code, output } = await run(...words, '--json');
  return { code, data: JSON.parse(output) as Record<string, unknown> };
};
const write = (name: string, lines: Parameters<typeof csvOf>[0]) =>
  writeFile(join(folder, name), csvOf(lines));
const newUnknown = () => unknownLine('3.00', { currency: 'EUR' });

async function paid(): Promise<string> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 50 });
  await system.merchant.post('/v2/payment', body);
  const { identifier } = await system.merchant.untilFinal(body.reference);
  return String(identifier);
}

describe('statement import', () => {
  it('of a file says what is new, what differs by class, and nothing twice', async () => {
    const identifier = await paid();
    const lines = [
      lineOf({ kind: 'payment', reference: `${identifier}-1`, gross: '10.10', fee: '0.39', currency: 'EUR' }),
      lineOf({ kind: 'fee', gross: '0.50', currency: 'EUR' }),
    ];
    await write('sound.csv', lines);
    const tried = await runJson('statement', 'import', '--mid', 'main', '--file', 'sound.csv', '--dry-run');
    expect(tried).toMatchObject({ code: 0, data: { newLines: 2, isDryRun: true } });
    expect(tried.data['differences']).toEqual({});
    const first = await runJson('statement', 'import', '--mid', 'main', '--file', 'sound.csv');
    expect(first).toMatchObject({ code: 0, data: { account: 'main', lines: 2, newLines: 2 } });
    expect(first.data['differences']).toEqual({});
    const again = await run('statement', 'import', '--mid', 'main', '--file', 'sound.csv');
    expect(again).toEqual({ code: 0, output: 'main: 2 lines, imported before, 0 new\nNo differences.\n' });
    await write('unknown.csv', [newUnknown()]);
    const differs = await run('statement', 'import', '--mid', 'main', '--file', 'unknown.csv');
    expect(differs.code).toBe(1);
    expect(differs.output).toContain('✖ unknown_here: 1');
    const files = await system.books.rows(
      `select name, way, imported_by from statement_files where way = 'file' order by id`,
    );
    expect(files).toEqual([
      { name: 'sound.csv', way: 'file', imported_by: 'eve' },
      { name: 'unknown.csv', way: 'file', imported_by: 'eve' },
    ]);
  });

  it('of a file that is not as declared keeps nothing, and names the line', async () => {
    const bad = csvOf([newUnknown(), { ...newUnknown(), gross: '1,00' }]);
    await writeFile(join(folder, 'bad.csv'), bad);
    const { code, output } = await run('statement', 'import', '--mid', 'main', '--file', 'bad.csv');
    expect(code).toBe(2);
    expect(output).toContain('Nothing was imported.');
    expect(output).toContain('line 3');
    expect(await system.books.rows(`select from statement_files where name = 'bad.csv'`)).toEqual([]);
  });

  it.each([
    [['--mid', 'main'], '--from and --to'],
    [['--from', '2026-01-01'], 'either --mid or --bank'],
    [['--mid', 'main', '--bank', 'eur'], 'either --mid or --bank'],
    [['--bank', 'eur'], '--bank needs --file'],
    [['--mid', 'main', '--from', '2026-02-31', '--to', '2026-03-01'], 'two days'],
    [['--mid', 'nobody', '--file', 'sound.csv'], 'no statement of a MID nobody'],
    [['--mid', 'main', '--file', 'sound.csv', '--opening', 'EUR'], 'EUR:1250.00'],
  ])('%j is wrong use', async (words, said) => {
    const { code, output } = await run('statement', 'import', ...words);
    expect(code).toBe(2);
    expect(output).toContain(said);
  });

  it('of a provider that does not answer is trouble, and keeps nothing', async () => {
    const days = ['--from', '2026-01-01', '--to', '2026-01-01'];
    const { code, output } = await run('statement', 'import', '--mid', 'closed', ...days);
    expect(code).toBe(2);
    expect(output).toContain('Nothing was imported.');
  });
});

describe('difference', () => {
  it('is listed, shown, and closed by one person who explains it', async () => {
    const line = newUnknown();
    await write('explain.csv', [line]);
    await run('statement', 'import', '--mid', 'main', '--file', 'explain.csv');
    const { code, data } = await runJson('difference', 'list', '--class', 'unknown_here');
    expect(code).toBe(1);
    const found = (data as unknown as readonly Record<string, unknown>[]).find(
      (one) => one['lineKey'] === line.lineKey,
    );
    expect(found).toMatchObject({
      account: 'main',
      amount: '3.00',
      currency: 'EUR',
      state: 'open',
      reference: line.reference,
    });
    const id = String(found?.['id']);
    const shown = await run('difference', 'show', id);
    expect(shown.output).toContain(line.lineKey);
    const word = ['--reason', 'asked', '--evidence', 'ticket 7'];
    expect(await run('difference', 'match-to', id, crypto.randomUUID(), ...word)).toMatchObject({ code: 1 });
    expect(await run('difference', 'explain', id, ...word)).toMatchObject({ code: 0 });
    const decided = await runJson('difference', 'show', id);
    expect(decided.data).toMatchObject({
      state: 'explained',
      closedBy: 'eve',
      decisions: [{ decision: 'explained', operator: 'eve', evidence: 'ticket 7' }],
    });
    expect(await run('difference', 'show', '999999')).toMatchObject({ code: 1 });
  });

  it('is written off by two, and its workflow hears of it', async () => {
    const line = newUnknown();
    await write('lost.csv', [line]);
    await run('statement', 'import', '--mid', 'main', '--file', 'lost.csv');
    const [row] = await system.books.rows(
      'select id::text from differences join statement_lines using (line_id) where line_key = $1',
      line.lineKey,
    );
    const id = String(row?.['id']);
    const handle = temporal.workflow.getHandle(`difference/${id}`);
    await until(
      () => handle.describe().catch(() => undefined),
      (found) => found !== undefined,
    );
    const off = (operator: string) =>
      run('difference', 'write-off', id, '--reason', 'lost', '--evidence', 'mail', '--operator', operator);
    expect(await off('eve')).toMatchObject({ code: 1 });
    expect(await off('adam')).toMatchObject({ code: 0 });
    await handle.result();
  });
});

it('a provider that does not answer is asked again, and holds up no other one', async () => {
  const day = latestDueDay(daily, new Date());
  const away = temporal.workflow.getHandle(`statement/closed/${day}`);
  const pending = await until(
    async () => {
      const { raw } = await away.describe().catch(() => ({ raw: { pendingActivities: [] } }));
      return raw.pendingActivities ?? [];
    },
    ([activity]) => (activity?.attempt ?? 0) > 1,
  );
  expect(pending[0]?.lastFailure?.message).toContain('has not told it');
  const imported = await until(
    () =>
      system.books.rows(
        `select account, way, imported_by, from_on::text as day from statement_files where way = 'provider'`,
      ),
    (rows) => rows.length > 0,
  );
  expect(imported).toEqual([{ account: 'second', way: 'provider', imported_by: 'worker', day }]);
});
