import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '../driver.js';
import { measureRound } from '../measures/measure-round.js';
import { summariseRounds, type Summary } from '../measures/summarise-rounds.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { fillStatements } from './fill-statements.js';
import { copyPayment } from './fill-tables.js';
import { timeReads, type ReadTimes } from './time-reads.js';

export type GrowthResult = {
  /** Payments in the books. */
  readonly rows: number;
  readonly refunds: number;
  readonly statementLines: number;
  /** Of all tables together, in millions. */
  readonly millionRows: number;
  readonly gigabytes: number;
  readonly payment: Summary;
  readonly refund: Summary;
  /** By what is read. */
  readonly reads: Readonly<Record<string, ReadTimes>>;
};

const parallel = 16;
/** The mark of a merchant of which nothing is summed yet. */
const noTransit = `'00000000-0000-0000-0000-000000000000'`;
const sumsEveryMs = 1_000;
/** Payments in the books for each refund. */
const paymentsPerRefund = 10;

/** What a payment, a refund and reads cost by the number of payments in the books, with refunds and statements in proportion. */
export async function measureGrowth(stage: Stage, options: BenchOptions): Promise<readonly GrowthResult[]> {
  const { database, report } = stage;
  const results: GrowthResult[] = [];
  for (const rows of options.rowCounts) {
    await report.step(`Filling the books to ${rows} payments`, async () => {
      await fillTo(stage, 'payment', rows);
      await fillTo(stage, 'refund', Math.ceil(rows / paymentsPerRefund));
      await rest(stage);
    });
    const inTransit = await report.step('Reading a report before any statement', () =>
      timeReads(stage, ['daily report']),
    );
    await report.step('Filling the books with statements', async () => {
      await fillStatements(database);
      await rest(stage);
    });
    const size = await readSize(stage);
    const reads = {
      'daily report before any statement': inTransit['daily report'] ?? { p50: 0, max: 0 },
      ...(await report.step(`Reading among ${rows}`, () => timeReads(stage))),
    };
    const payment = await report.step(`Measuring payments among ${rows}`, () =>
      measure(stage, stage.payment, options),
    );
    const refund = await report.step(`Measuring refunds among ${rows}`, () =>
      measure(stage, stage.refund, options),
    );
    results.push({ rows, ...size, payment, refund, reads });
  }
  return results;
}

/** Copies of one that the gateway has made. Copies of a refund are of payments that are not there, each of another. */
async function fillTo(stage: Stage, type: 'payment' | 'refund', wanted: number): Promise<void> {
  const { database } = stage;
  await stage[type].prepare?.(1);
  const { workflowId } = await stage[type].run();
  await stage[type].settle();
  const [now] = await database.query<{ count: number }>(
    'select count(*)::integer as count from transactions where type = $1',
    [type],
  );
  const transactions: Readonly<Record<string, string>> = type === 'refund' ? { payment: 'uuidv7()' } : {};
  const identifier = workflowId.replace(`${type}/`, '');
  await copyPayment(database, {
    identifier,
    count: Math.max(0, wanted - (now?.count ?? 0)),
    changes: { transactions },
  });
}

/** Waits for the worker to add everything to the sums, and does what autovacuum would do during the rounds. */
async function rest({ database }: Stage): Promise<void> {
  const isBehind = `select exists (select from provider_entries as entry left join provider_sum_marks as mark using (merchant)
      where (entry.committed_in, entry.id) > (coalesce(mark.committed_in, '0'), coalesce(mark.entry, 0)))
    or exists (select from provider_transit as waiting left join provider_sum_marks as mark using (merchant)
      where (waiting.committed_in, waiting.identifier) > (coalesce(mark.transit_in, '0'), coalesce(mark.transit, ${noTransit})))
    or exists (select from transit_departures) as "isBehind"`;
  while ((await database.query<{ isBehind: boolean }>(isBehind))[0]?.isBehind) await sleep(sumsEveryMs);
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}

async function measure(stage: Stage, driver: Driver, options: BenchOptions): Promise<Summary> {
  const counts = { parallel, transactions: options.perRound };
  const measured = [];
  for (let round = 0; round < Math.min(2, options.rounds); round += 1)
    measured.push(await measureRound(stage, driver, counts));
  return summariseRounds(measured);
}

async function readSize({ database }: Stage) {
  type Size = Pick<GrowthResult, 'refunds' | 'statementLines' | 'millionRows' | 'gigabytes'>;
  // Counted by `vacuum analyze`.
  const [size] = await database.query<Size>(`
    select (select count(*) from transactions where type = 'refund')::integer as refunds,
      (select count(*) from statement_lines)::integer as "statementLines",
      (select sum(reltuples) / 1e6 from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace)::float8 as "millionRows",
      (pg_database_size(current_database()) / 1e9)::float8 as gigabytes`);
  if (!size) throw new Error('the books have no size');
  return size;
}
