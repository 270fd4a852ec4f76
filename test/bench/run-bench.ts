import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { AppName, Report, Stack, StackOptions } from '../../scripts/stack/start-stack.js';
import { createBareDriver } from './bare/bare-driver.js';
import { openBenchDatabase, requestStatementCounts } from './measures/bench-database.js';
import { watchConnections } from './measures/connection-watch.js';
import { measureRound } from './measures/measure-round.js';
import { descendants } from './measures/process-usage.js';
import { measureCauses } from './parts/measure-causes.js';
import { drawOverload } from './draw-overload.js';
import { measureGrowth } from './parts/measure-growth.js';
import { measureLedger } from './parts/measure-ledger.js';
import { measureMemory } from './parts/measure-memory.js';
import { measureObservability } from './parts/measure-observability.js';
import { measureOverload } from './parts/measure-overload.js';
import { measureReconcile } from './parts/measure-reconcile.js';
import { drawRecovery, measureRecovery } from './parts/measure-recovery.js';
import { measureRetention } from './parts/measure-retention.js';
import { measureThroughput } from './parts/measure-throughput.js';
import { openMerchantInbox } from './payment/merchant-inbox.js';
import {
  createPaymentDriver,
  createPayoutDriver,
  createRefundDriver,
} from './payment/transaction-drivers.js';
import { readOptions, type BenchOptions } from './read-options.js';
import { resultLines, type BenchResult } from './result-lines.js';
import type { Stage } from './stage.js';

export type BenchContext = {
  readonly report: Report;
  readonly startStack: (options: StackOptions) => Promise<Stack>;
  /** Starts the worker of the bare flow; its output goes to the file descriptor. */
  readonly startBareWorker: (
    environment: Readonly<Record<string, string>>,
    output: number,
  ) => { readonly pid: number; stop(): Promise<unknown> };
  readonly resultFile: string;
};

const warmUpRound = { parallel: 16, transactions: 120 };

/** Runs the chosen parts on a stack of its own, prints their table and writes the result file. Returns the exit code. */
export async function runBench(context: BenchContext, commandArguments: readonly string[]): Promise<number> {
  const options = readOptions(commandArguments);
  const { report } = context;
  const directory = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const startedAt = new Date();
  const stack = await context.startStack({
    report,
    portOffset: options.portOffset,
    dataDirectory: directory,
    temporalState: options.temporal,
    temporalSetting: options.temporalSetting,
    apps: ['sandbox', 'checkout', 'staff', ...apisOf(options), ...workersOf(options)],
    environment: { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined, NODE_ENV: 'development' },
  });
  try {
    const result = await withStage(context, options, stack, directory, async (stage) => {
      const { parts } = options;
      if (parts.some((part) => part !== 'ledger')) await warmUp(stage);
      return {
        throughput: parts.includes('throughput') ? await measureThroughput(stage, options) : [],
        growth: parts.includes('growth') ? await measureGrowth(stage, options) : [],
        memory: parts.includes('memory') ? await measureMemory(stage, options) : undefined,
        ledger: parts.includes('ledger') ? await measureLedger(stage, options) : [],
        recovery: parts.includes('recovery') ? await measureRecovery(stage, options) : undefined,
        observability: parts.includes('observability')
          ? await measureObservability(stage, options)
          : undefined,
        retention: parts.includes('retention') ? await measureRetention(stage, options) : undefined,
        reconcile: parts.includes('reconcile') ? await measureReconcile(stage, options) : undefined,
        overload: parts.includes('overload') ? await measureOverload(stage, options) : undefined,
        causes: parts.includes('causes') ? await measureCauses(stage, options) : undefined,
      };
    });
    const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
    const whole: BenchResult = {
      date: startedAt.toISOString(),
      seconds,
      machine: machine(),
      temporal: stack.temporal.title,
      options,
      ...result,
    };
    mkdirSync(dirname(context.resultFile), { recursive: true });
    writeFileSync(context.resultFile, `${JSON.stringify(whole, undefined, 2)}\n`);
    if (whole.recovery)
      writeFileSync(join(dirname(context.resultFile), 'recovery.svg'), drawRecovery(whole.recovery));
    if (whole.overload)
      writeFileSync(
        join(dirname(context.resultFile), 'overload.svg'),
        drawOverload(whole.overload, readOverload(options.beside)),
      );
    for (const line of resultLines(whole)) report.note(line);
    return 0;
  } finally {
    await stack.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Of an earlier result file. */
function readOverload(file: string | undefined): BenchResult['overload'] {
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as BenchResult).overload;
}

async function warmUp(stage: Stage): Promise<void> {
  await stage.report.step('Warming up', async () => {
    for (const driver of [stage.bare, stage.payment, stage.payout, stage.refund]) {
      await measureRound(stage, driver, warmUpRound);
    }
  });
}

async function withStage<Result>(
  context: BenchContext,
  options: BenchOptions,
  stack: Stack,
  directory: string,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await countStatements(stack, options);
  const worker = context.startBareWorker(stack.environment, openSync(join(directory, 'logs/bare.log'), 'a'));
  const connection = await Connection.connect({ address: stack.temporal.address });
  const temporal = new Client({ connection, namespace: stack.temporal.namespace });
  const database = await openBenchDatabase(stack.postgres.url);
  await database.query('create extension if not exists pg_stat_statements');
  const inbox = await openMerchantInbox();
  const isPostgres = (name: string) => name.startsWith('postgres');
  const ofTheBooks = () => descendants(stack.postgres.pid ?? process.pid, isPostgres);
  const { api, sandbox, temporal: temporalPort, postgres } = stack.ports;
  const apiUrls = apisOf(options).map((name) => `http://localhost:${stack.ports[name]}`);
  const merchant = Number(new URL(inbox.callbackUrl).port);
  try {
    return await work({
      stack,
      report: context.report,
      temporal,
      database,
      inbox,
      apiUrls,
      connections: watchConnections({ api, sandbox, merchant, temporal: temporalPort, postgres }),
      processes: {
        api: () => apisOf(options).map((name) => stack.apps[name].pid),
        worker: () => workersOf(options).map((name) => stack.apps[name].pid),
        sandbox: () => [stack.apps.sandbox.pid],
        temporal: () => descendants(process.pid, (name) => name.startsWith('temporal')),
        temporalDatabase: () => without(descendants(process.pid, isPostgres), ofTheBooks()),
        postgres: ofTheBooks,
        bareWorker: () => [worker.pid],
        load: () => [process.pid],
      },
      bare: createBareDriver(temporal),
      payment: createPaymentDriver({ apiUrls, inbox, database }),
      payout: createPayoutDriver({ apiUrls, inbox, database }),
      refund: createRefundDriver({ apiUrls, inbox, database }),
    });
  } finally {
    await worker.stop();
    await database.close();
    await inbox.close();
    await connection.close();
  }
}

function without(all: readonly number[], some: readonly number[]): readonly number[] {
  return all.filter((one) => !some.includes(one));
}

/** The library that counts is loaded when the server starts. */
async function countStatements(stack: Stack, options: BenchOptions): Promise<void> {
  await requestStatementCounts(stack.postgres.url);
  const measured = [...apisOf(options), ...workersOf(options)].map((name) => stack.apps[name]);
  await Promise.all([...measured, stack.apps.checkout].map((app) => app.stop()));
  await stack.postgres.restart();
  await Promise.all(measured.map((app) => app.start()));
}

const allApis = ['api', 'api2', 'api3'] as const satisfies readonly AppName[];
const allWorkers = ['worker', 'worker2', 'worker3'] as const satisfies readonly AppName[];

function apisOf({ apis }: BenchOptions) {
  return allApis.slice(0, apis);
}

function workersOf({ workers }: BenchOptions) {
  return allWorkers.slice(0, workers);
}

function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  };
}
