import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../tools/demo/percentile.js';
import { startOfMonth, textAt } from '#persistence/months/month-tables';
import { runToEnd } from '../../../scripts/children.js';
import { gatewayProgram } from '../../../scripts/stack/built-program.js';
import type { BenchDatabase } from '../measures/bench-database.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';

type Times = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };
export type RetentionResult = {
  readonly rows: number;
  readonly gigabytes: number;
  readonly exportMegabytes: number;
  readonly jobSeconds: number;
  readonly failed: number;
  /** New payments, and reads of one transaction's history. */
  readonly before: { readonly creates: Times; readonly reads: Times };
  readonly meanwhile: { readonly creates: Times; readonly reads: Times };
};

const table = 'status_history';
/** That of three months ago, which holds no payment of this run. */
const monthsBack = 3;
const keptMs = 31 * 86_400_000;
const rowsAtOnce = 500_000;
const createEveryMs = 250;
const readEveryMs = 20;
const beforeMs = 60_000;

/** Exports and drops a month of history while new payments come in. */
export async function measureRetention(stage: Stage, options: BenchOptions): Promise<RetentionResult> {
  const { report, database, stack } = stage;
  const rows = options.monthRows;
  const part = await report.step(`Filling a month with ${rows} rows`, () => fillMonth(database, rows));
  const [size] = await database.query<{ bytes: string }>(`select pg_total_relation_size('${part}') as bytes`);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-retention-'));
  try {
    return await report.step(`Exporting and dropping ${part}`, async () => {
      const before = await loadDuring(stage, () => sleep(beforeMs));
      let jobSeconds = 0;
      const meanwhile = await loadDuring(stage, async () => {
        const beganAt = performance.now();
        const { code, output } = await runToEnd(
          process.execPath,
          gatewayProgram(['retention', 'run', '--to', folder]),
          { environment: { ...process.env, DATABASE_URL: stack.postgres.url } },
        );
        jobSeconds = Math.round((performance.now() - beganAt) / 100) / 10;
        if (code !== 0 || !output.includes(`${rows} rows exported and dropped`))
          throw new Error(`the job ended with ${code}: ${output}`);
      });
      return {
        rows,
        gigabytes: Number(size?.bytes) / 1024 ** 3,
        exportMegabytes: (await stat(join(folder, `${part}.csv.gz`))).size / 1024 ** 2,
        jobSeconds,
        failed: before.failed + meanwhile.failed,
        before,
        meanwhile,
      };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** As if the tables had been in months for so long, and history were kept for 31 days. */
async function fillMonth(database: BenchDatabase, rows: number): Promise<string> {
  const [from, to] = [startOfMonth(new Date(), -monthsBack), startOfMonth(new Date(), 1 - monthsBack)];
  const part = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  const [first] = await database.query<{ until: string }>(
    `select until_key as until from month_parts where part = '${table}_first'`,
  );
  const bounds = [from, to].map((at) => `'${textAt('identifier', at)}'`);
  for (const statement of [
    `alter table ${table} detach partition ${table}_first`,
    `alter table ${table} attach partition ${table}_first for values from (${bounds[1]}) to ('${first?.until}')`,
    `create table ${part} partition of ${table} for values from (${bounds[0]}) to (${bounds[1]})`,
  ])
    await database.query(statement);
  const stepMs = (to.getTime() - from.getTime()) / rows;
  for (let n = 0; n < rows; n += rowsAtOnce) {
    await database.query(
      `insert into ${table} (identifier, status, source, at)
       select uuidv7(to_timestamp($1::float8 / 1000 + n * $2::float8 / 1000) - clock_timestamp()),
         (array['new', 'pending', 'success'])[n % 3 + 1], 'provider', now()
       from generate_series($3::integer, $4::integer) as n`,
      [from.getTime() + 1_000, stepMs * 0.99, n, Math.min(rows, n + rowsAtOnce) - 1],
    );
  }
  await database.query(`vacuum analyze ${part}`);
  await database.query(`insert into configurations (digest, document, secrets_box, applied_by)
    select digest, jsonb_set(document, '{timing,retentionHistoryMs}', '${keptMs}'), secrets_box, 'bench'
    from configurations order by version desc limit 1`);
  return part;
}

type Load = { readonly creates: Times; readonly reads: Times; readonly failed: number };

/** New payments at fixed times, whatever became of those before, and reads one after the other. */
async function loadDuring({ payment, database }: Stage, work: () => Promise<unknown>): Promise<Load> {
  const [creates, reads]: [number[], number[]] = [[], []];
  const under: Promise<void>[] = [];
  let failed = 0;
  let isDone = false;
  const timer = setInterval(() => {
    under.push(
      payment.run().then(
        ({ createMs }) => void creates.push(createMs),
        () => void (failed += 1),
      ),
    );
  }, createEveryMs);
  const reading = (async () => {
    while (!isDone) {
      const beganAt = performance.now();
      await database.query(
        `select status from ${table} where identifier = (select identifier from transactions order by identifier desc limit 1)`,
      );
      reads.push(performance.now() - beganAt);
      await sleep(readEveryMs);
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    clearInterval(timer);
  }
  await Promise.all([...under, reading]);
  return { creates: timesOf(creates), reads: timesOf(reads), failed };
}

function timesOf(taken: readonly number[]): Times {
  const at = (share: number) => Math.round(percentile(taken, share) * 10) / 10;
  return { count: taken.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
