import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '#persistence/months/export-part';
import { monthTables } from '#persistence/months/month-tables';
import type { Books, Row } from '../witnesses/books.js';
import { rowsDetached, rowsExported, rowsKept, type RowKeys } from '../stack/month-history.js';
import { createMonthsDatabase, type MonthsDatabase } from '../stack/months-database.js';
import { ended, retireMonths, startFrozenJob, startJob } from '../stack/retention-job.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: an operator in a hurry loses nothing by `npm run retention`, sees why it did not work, and reads again what was
 * exported. Method: the commands of docs/operations.md, run; the job is killed, frozen and starved.
 */
const rowsOfEach = 2_000;
const run = promisify(execFile);
const tables = Object.keys(monthTables);
const hasPsql = spawnSync('psql', ['--version']).status === 0;
let months: MonthsDatabase;
let books: Books;
let folder: string;

beforeEach(async () => {
  months = await createMonthsDatabase(sharedStack.databaseUrl, rowsOfEach);
  ({ books } = months);
  folder = await mkdtemp(join(tmpdir(), 'gateway-retention-'));
});
afterEach(async () => {
  await months.drop();
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const start = (environment: Readonly<Record<string, string>> = {}, words = ['--to', folder]) =>
  startJob(retireMonths, words, { DATABASE_URL: months.url, ...environment });
const startFrozen = (place: string) => startFrozenJob(['--to', folder], { DATABASE_URL: months.url }, place);
const says = (part: string): unknown => expect.stringContaining(part);

async function exportedParts(): Promise<readonly string[]> {
  return (await readdir(folder)).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
}

async function expectNothingLost(before: RowKeys, ...others: readonly Books[]): Promise<void> {
  const places = [rowsExported(folder, await exportedParts())];
  for (const one of [books, ...others]) places.push(await rowsKept(one), await rowsDetached(one));
  for (const [table, rows] of Object.entries(before)) {
    const found = new Set(places.flatMap((place) => place[table] ?? []));
    expect(rows.filter((row) => !found.has(row))).toEqual([]);
  }
}

describe('npm run retention', () => {
  /** As a person in another folder does. */
  const retention = (...words: readonly string[]) => {
    const environment = { ...process.env, DATABASE_URL: months.url, INIT_CWD: tmpdir() };
    return ended(
      startJob([process.execPath, 'scripts/run.mjs', 'gateway', 'retention', 'run'], words, environment),
    );
  };

  it('shows on a trial what would go, and then exports and drops it', async () => {
    const relative = folder.slice(tmpdir().length + 1);
    const before = await rowsKept(books);
    const trial = await retention('--to', relative, '--dry-run');
    expect(trial).toEqual({
      code: 0,
      output: says('lookups_first would be exported and dropped: it ended '),
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await rowsKept(books)).toEqual(before);
    const done = await retention('--to', relative);
    expect(done).toEqual({ code: 0, output: says('rows exported and dropped') });
    expect(await exportedParts()).toEqual(expect.arrayContaining(tables.map((table) => `${table}_first`)));
    await expectNothingLost(before);
    const told = await books.rows(`select distinct actor from audit_log where action like 'month.%'`);
    expect(told).toEqual([{ actor: 'ada' }]);
  });

  it('passes on why not, with the exit code', async () => {
    expect(await retention('--dry-run')).toEqual({ code: 2, output: says('--to is missing') });
    const gone = join(folder, 'gone');
    expect(await retention('--to', gone)).toEqual({ code: 2, output: says(`There is no folder ${gone}`) });
  });
});

describe('a job that cannot go on says so, and leaves everything where it is', () => {
  let before: RowKeys;
  beforeEach(async () => {
    before = await rowsKept(books);
  });
  const expectAllKept = async () => expect(await rowsKept(books)).toEqual(before);

  it('in a folder that is not there, which may be a disk that is not', async () => {
    const gone = join(folder, 'gone');
    for (const words of [
      ['--to', gone],
      ['--to', gone, '--dry-run'],
    ])
      expect(await ended(start({}, words))).toEqual({
        code: 2,
        output: `There is no folder ${gone}: make it, or mount the disk that it lies on.\n`,
      });
    await expectAllKept();
  });

  it('in a folder that it may not write to', async () => {
    // Root may write everywhere but there.
    const closed = process.getuid?.() === 0 ? '/proc' : join(folder, 'closed');
    if (closed !== '/proc') await mkdir(closed, { mode: 0o500 });
    const { code, output } = await ended(start({}, ['--to', closed]));
    expect([code, output]).toEqual([2, says(`Nothing can be written into ${closed}: E`)]);
    await expectAllKept();
  });

  it('on a full disk', async () => {
    const starved = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh', ...retireMonths];
    const { code, output } = await ended(startJob(starved, ['--to', folder], { DATABASE_URL: months.url }));
    expect([code, output]).toEqual([2, says('was not exported: E')]);
    expect(output).toContain('Nothing of it was dropped.');
    expect(await readdir(folder)).toEqual([]);
    await expectAllKept();
  });

  it('beside another run, and names it', async () => {
    const first = await startFrozen('after proof');
    const second = await ended(start());
    first.kill('SIGKILL');
    await first.code;
    expect(second).toEqual({
      code: 2,
      output: expect.stringMatching(/^Another run is at work since .+\.\n$/) as unknown,
    });
    await expectAllKept();
  });

  it('when Postgres ends its connection', async () => {
    const job = await startFrozen('after export');
    await books.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'gateway retention'`,
    );
    job.kill('SIGCONT');
    const { code, output } = await ended(job);
    expect([code, output]).toEqual([2, expect.not.stringContaining('    at ') as unknown]);
    await expectAllKept();
  });
});

describe('a job that is killed', () => {
  it.each([
    ['exports', undefined, 'delivery_attempts_first'],
    ['detaches', 'after proof', 'delivery_attempts'],
    ['drops', 'after detach', 'delivery_attempts_first'],
  ])('while it %s does not prevent another run', async (_, place, inUse) => {
    const before = await rowsKept(books);
    const frozen = place === undefined ? undefined : await startFrozen(place);
    const inTheWay = new Client({ connectionString: months.url });
    await inTheWay.connect();
    await inTheWay.query(`begin; lock table ${inUse} in access exclusive mode`);
    const job = frozen ?? start();
    job.kill('SIGCONT');
    const waiting = () =>
      books.rows(
        `select from pg_stat_activity where datname = current_database() and application_name = 'gateway retention'
           and wait_event_type = 'Lock'`,
      );
    await until(waiting, (rows) => rows.length > 0);
    job.kill('SIGKILL');
    await job.code;
    const locks = () =>
      books.rows(
        `select from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and objid = 7204553 and datname = current_database()`,
      );
    await until(locks, (rows) => rows.length === 0);
    await inTheWay.end();
    const trial = await ended(start({}, ['--to', folder, '--dry-run']));
    expect(trial).toEqual({
      code: 0,
      output: says('delivery_attempts_first would be '),
    });
    expect(await ended(start())).toMatchObject({ code: 0 });
    await expectNothingLost(before);
    expect(Object.values(await rowsDetached(books)).flat()).toEqual([]);
    expect((await readdir(folder)).filter((file) => file.endsWith('.partial'))).toEqual([]);
  });
});

describe('an export', () => {
  it('of another database stays where it is, by the name of its hash', async () => {
    const other = await createMonthsDatabase(sharedStack.databaseUrl, rowsOfEach);
    try {
      const before = [await rowsKept(books), await rowsKept(other.books)];
      expect(await ended(start())).toMatchObject({ code: 0 });
      const { code, output } = await ended(start({ DATABASE_URL: other.url }));
      expect(code).toBe(0);
      for (const rows of before) await expectNothingLost(rows, other.books);
      expect(output).toContain('lookups_first: another export was there, and is now lookups_first.');
      const [{ sha256 } = {}] = await books.rows(
        `select details->>'sha256' as sha256 from audit_log where action = 'month.dropped' and subject = 'lookups_first'`,
      );
      const kept = await readFile(join(folder, `lookups_first.${String(sha256).slice(0, 12)}.json`), 'utf8');
      expect(JSON.parse(kept)).toMatchObject({ part: 'lookups_first', sha256 });
    } finally {
      await other.drop();
    }
  });

  it.skipIf(!hasPsql)(
    `is read again by the commands of docs/operations.md${hasPsql ? '' : ', which need psql'}`,
    async () => {
      const rowsOf = async (from: string) =>
        (await books.rows(`select to_jsonb(row) as row from ${from} as row order by row::text`)).map(
          ({ row }) => row,
        );
      const before: Record<string, readonly unknown[]> = {};
      for (const table of tables) before[table] = await rowsOf(`${table}_first`);
      const [{ identifier } = {}] = await books.rows('select identifier from lookups_first limit 1');
      expect(await ended(start())).toMatchObject({ code: 0 });
      for (const table of tables) {
        // A later release has more.
        await books.rows(`alter table ${table} add column later text not null default 'new'`);
        const said = await psql(
          (await readCommands())
            .filter((line) => table === 'lookups' || !line.includes('where'))
            .map((line) =>
              line
                .replaceAll('/srv/exports', folder)
                .replaceAll('lookups_2026_01', `${table}_first`)
                .replaceAll('_lookups', `_${table}`)
                .replaceAll('table lookups', `table ${table}`)
                .replaceAll('…', String(identifier)),
            ),
        );
        const manifest = JSON.parse(await readFile(join(folder, `${table}_first.json`), 'utf8')) as Manifest;
        expect(said).toContain(manifest.sha256);
        // Of look-ups, one is asked for as well.
        expect(said.includes('(1 row)')).toBe(table === 'lookups');
        expect(await rowsOf(`restored_${table}`)).toEqual(
          before[table]?.map((row) => ({ ...(row as Row), later: null })),
        );
      }
    },
  );

  it.skipIf(!hasPsql)('that is cut off is not taken for a whole one', async () => {
    expect(await ended(start())).toMatchObject({ code: 0 });
    const file = join(folder, 'lookups_first.csv.gz');
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    const commands = (await readCommands()).filter((line) => /create table|copy/.test(line));
    const restoring = psql(
      commands.map((line) =>
        line.replaceAll('/srv/exports', folder).replaceAll('lookups_2026_01', 'lookups_first'),
      ),
    );
    await expect(restoring).rejects.toThrow('unexpected end of file');
    expect(await books.rows('select from restored_lookups')).toEqual([]);
  });

  async function readCommands(): Promise<readonly string[]> {
    const text = await readFile('docs/operations.md', 'utf8');
    const [, commands = ''] = /To look into an export[^]*?```\n([^`]+)```/.exec(text) ?? [];
    return commands.trim().split('\n');
  }

  async function psql(commands: readonly string[]): Promise<string> {
    const environment = { PATH: process.env['PATH'], DATABASE_URL: months.url };
    const { stdout } = await run('sh', ['-euc', commands.join('\n')], { env: environment });
    return stdout;
  }
});
