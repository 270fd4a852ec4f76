import { setTimeout as sleep } from 'node:timers/promises';
import type { StatementLine } from '#domain/statements/line';
import { createDatabase, type Database } from '#persistence/database';
import { importStatement } from '#persistence/statements/import-statement';
import type { Imported } from '#persistence/statements/statement-import';
import { percentile } from '../../../tools/demo/percentile.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { readMemory } from '../measures/process-usage.js';
import { fillAttempts, referenceAt } from './fill-attempts.js';
import { readDayCsv } from './read-day-csv.js';

type Times = { readonly count: number; readonly p50: number; readonly p95: number };
export type ReconcileResult = {
  readonly attempts: number;
  readonly lines: number;
  /** Import, matching and differences of one day. */
  readonly seconds: number;
  /** The same statement again. */
  readonly againSeconds: number;
  readonly differences: Imported['differences'];
  readonly failed: number;
  /** Create calls of new payments. */
  readonly before: Times;
  readonly meanwhile: Times;
  /** The day's lines of the merchant as one CSV from the api. */
  readonly csv: {
    readonly lines: number;
    readonly seconds: number;
    /** What the api held at most, beyond what it held before. */
    readonly megabytes: number;
    readonly meanwhile: Times;
  };
};

const mid = 'bench-statements';
/** A merchant of the development configuration whose reports are in UTC and without fees, and its key. */
const merchant = 'reports';
const merchantKey = 'mk_test_reports_utc';
/** One attempt in this many is a line of the day. */
const attemptsPerLine = 3;
/** One line in this many has another amount. */
const wrongEvery = 10_000;
const createEveryMs = 125;
const beforeMs = 30_000;
const batch = 1_000;
const memoryEveryMs = 100;
/** The statement covers a whole week, so that payments of earlier days that it does not list are differences. */
const weekDays = 6;
const dayMs = 86_400_000;

/** A day of statement lines against three times as many attempts, while eight payments a second go on (contract §16.8, C36). */
export async function measureReconcile(stage: Stage, options: BenchOptions): Promise<ReconcileResult> {
  const { report, database, stack } = stage;
  const { statementLines: lines } = options;
  const attempts = attemptsPerLine * lines;
  const origin = Date.now() - 60_000;
  await report.step(`Filling the books with ${attempts} attempts`, () =>
    fillAttempts(database, { mid, merchant, origin, attempts, waiting: lines }),
  );
  const finance = createDatabase({ url: stack.databaseUrls.finance, applicationName: 'bench', poolSize: 1 });
  await finance.initialize();
  try {
    const reconciled = await report.step(`Reconciling ${lines} lines`, async () => {
      const before = await loadDuring(stage, () => sleep(beforeMs));
      const day = { origin, first: attempts - lines, lines };
      const meanwhile = await loadDuring(stage, () => importDay(finance, day));
      const again = await importDay(finance, day);
      return { before, meanwhile, again };
    });
    const csv = await report.step('Reading the lines as CSV', () => readLines(stage, isoDay(origin)));
    const { before, meanwhile, again } = reconciled;
    return {
      attempts,
      lines,
      seconds: meanwhile.result.seconds,
      againSeconds: again.seconds,
      differences: meanwhile.result.differences,
      failed: before.failed + meanwhile.failed + csv.failed,
      before: before.creates,
      meanwhile: meanwhile.creates,
      csv: { ...csv.result, meanwhile: csv.creates },
    };
  } finally {
    await finance.destroy();
  }
}

async function readLines(stage: Stage, date: string) {
  const apis = stage.processes['api']?.() ?? [];
  const heldBy = () => Math.max(...apis.map(readMemory));
  const before = heldBy();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, heldBy())), memoryEveryMs);
  try {
    return await loadDuring(stage, async () => {
      const beganAt = performance.now();
      const lines = await readDayCsv(stage.stack.urls.api, merchantKey, date);
      return { lines, seconds: secondsSince(beganAt), megabytes: Math.round(most - before) };
    });
  } finally {
    clearInterval(timer);
  }
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function secondsSince(beganAt: number): number {
  return Math.round((performance.now() - beganAt) / 100) / 10;
}

type Day = { readonly origin: number; readonly first: number; readonly lines: number };
type Timed = { readonly seconds: number; readonly differences: Imported['differences'] };

async function importDay(finance: Database, { origin, first, lines }: Day): Promise<Timed> {
  const beganAt = performance.now();
  const day = isoDay(origin);
  const { differences } = await importStatement(finance, {
    source: 'provider',
    account: mid,
    way: 'file',
    name: 'bench.csv',
    importedBy: 'bench',
    terms: {
      feeTolerance: 1,
      strangers: 'count',
      timezone: 'UTC',
      bankDays: 3,
      reconcileLagMs: 3 * dayMs,
      settlementDueMs: 5 * dayMs,
    },
    read: async (take) => {
      for (let n = 0; n < lines; n += batch)
        await take(
          Array.from({ length: Math.min(batch, lines - n) }, (_, at) => lineAt(origin, day, first + n + at)),
        );
      const from = isoDay(origin - weekDays * dayMs);
      return { account: mid, from, to: day, balances: [{ currency: 'EUR' }], hasLineIds: true, lines };
    },
  });
  return { seconds: secondsSince(beganAt), differences };
}

function lineAt(origin: number, bookedOn: string, n: number): StatementLine {
  const isWrong = n % wrongEvery === 0;
  return {
    lineKey: `bench-${n}`,
    kind: 'payment',
    reference: referenceAt(origin, n),
    gross: isWrong ? '10.01' : '10.00',
    fee: '0.25',
    tax: '0.00',
    net: isWrong ? '9.76' : '9.75',
    currency: 'EUR',
    bookedOn,
  };
}

type Load<Result> = { readonly result: Result; readonly creates: Times; readonly failed: number };

/** New payments at fixed times, whatever became of those before. */
async function loadDuring<Result>({ payment }: Stage, work: () => Promise<Result>): Promise<Load<Result>> {
  const taken: number[] = [];
  const under: Promise<void>[] = [];
  let failed = 0;
  const timer = setInterval(() => {
    under.push(
      payment.run().then(
        ({ createMs }) => void taken.push(createMs),
        () => void (failed += 1),
      ),
    );
  }, createEveryMs);
  const result = await work().finally(() => clearInterval(timer));
  await Promise.all(under);
  const at = (share: number) => Math.round(percentile(taken, share) * 10) / 10;
  return { result, creates: { count: taken.length, p50: at(0.5), p95: at(0.95) }, failed };
}
