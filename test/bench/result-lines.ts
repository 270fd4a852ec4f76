import type { Summary } from './measures/summarise-rounds.js';
import type { GrowthResult } from './parts/measure-growth.js';
import type { LedgerResult } from './parts/measure-ledger.js';
import type { MemoryResult } from './parts/measure-memory.js';
import type { ObservabilityResult } from './parts/measure-observability.js';
import type { ReconcileResult } from './parts/measure-reconcile.js';
import type { RecoveryResult } from './parts/measure-recovery.js';
import type { RetentionResult } from './parts/measure-retention.js';
import { kinds, type LevelResult } from './parts/measure-throughput.js';
import { causesLines } from './causes-lines.js';
import { growthLines } from './growth-lines.js';
import { overloadLines } from './overload-lines.js';
import type { CausesResult } from './parts/measure-causes.js';
import type { OverloadResult } from './parts/measure-overload.js';
import type { BenchOptions } from './read-options.js';
import { table } from './table.js';

export type BenchResult = {
  readonly date: string;
  readonly seconds: number;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly node: string;
  };
  /** Which Temporal server it was. */
  readonly temporal: string;
  readonly options: BenchOptions;
  readonly throughput: readonly LevelResult[];
  readonly growth: readonly GrowthResult[];
  readonly memory: MemoryResult | undefined;
  readonly ledger: readonly LedgerResult[];
  readonly recovery: RecoveryResult | undefined;
  readonly observability: ObservabilityResult | undefined;
  readonly retention: RetentionResult | undefined;
  readonly reconcile: ReconcileResult | undefined;
  readonly overload: OverloadResult | undefined;
  readonly causes: CausesResult | undefined;
};

/** The result as a person reads it. */
export function resultLines(it: BenchResult): string[] {
  return [
    '',
    runLine(it),
    it.temporal,
    ...(it.throughput.length > 0 ? throughputLines(it.throughput) : []),
    ...(it.growth.length > 0 ? growthLines(it.growth) : []),
    ...(it.memory ? memoryLines(it.memory) : []),
    ...(it.ledger.length > 0 ? ledgerLines(it.ledger) : []),
    ...(it.recovery ? recoveryLines(it.recovery) : []),
    ...(it.observability ? observabilityLines(it.observability) : []),
    ...(it.retention ? retentionLines(it.retention) : []),
    ...(it.reconcile ? reconcileLines(it.reconcile) : []),
    ...(it.overload ? overloadLines(it.overload) : []),
    ...(it.causes ? causesLines(it.causes) : []),
    ...targetLines(it.throughput),
    '',
  ];
}

function runLine({ date, seconds, machine: { cores, cpu, memoryGiB, node } }: BenchResult): string {
  return `${date}, ${seconds} s, ${cores} × ${cpu}, ${memoryGiB} GiB, Node ${node}`;
}

const failuresShownMax = 20;

function recoveryLines(it: RecoveryResult): string[] {
  const rows = (parts: Readonly<Record<string, Readonly<Record<string, number>>>>) =>
    Object.entries(parts).map(([name, figures]) => [name, ...Object.values(figures).map(String)]);
  const cpu = Object.entries(it.cpuSeconds).map(([name, seconds]) => `${name} ${seconds}`);
  return [
    '',
    `Recovery: the workflows of ${it.lost} transactions lost, ${it.missing === 0 ? 'all' : `all but ${it.missing}`} back after ${it.backSeconds} s; ${it.sentTwice} sent twice.`,
    `CPU s: ${cpu.join(', ')}.`,
    ...table(['acted on, s late', 'count', 'never', 'early', 'p50', 'p99', 'max'], rows(it.lateness)),
    ...table(['new payments', 'count', 'failed', 'p50 ms', 'p95 ms', 'max ms'], rows(it.createMs)),
    ...it.failures.slice(0, failuresShownMax),
  ];
}

function retentionLines(it: RetentionResult): string[] {
  const rows = (['creates', 'reads'] as const).flatMap((what) =>
    (['before', 'meanwhile'] as const).map((when) => {
      const { count, p50, p99, max } = it[when][what];
      return [`${what} ${when}`, ...[count, p50, p99, max].map(String)];
    }),
  );
  return [
    '',
    `Retention: a month of ${it.rows} rows (${it.gigabytes.toFixed(1)} GiB) exported (${it.exportMegabytes.toFixed(0)} MiB) and dropped in`,
    `${it.jobSeconds} s; ${it.failed} payments failed.`,
    ...table(['load', 'count', 'p50 ms', 'p99 ms', 'max ms'], rows),
  ];
}

function reconcileLines(it: ReconcileResult): string[] {
  const loads = { before: it.before, 'while importing': it.meanwhile, 'while reading CSV': it.csv.meanwhile };
  const rows = Object.entries(loads).map(([when, { count, p50, p95 }]) => [
    `creates ${when}`,
    ...[count, p50, p95].map(String),
  ]);
  const found = Object.entries(it.differences).map(([name, count]) => `${count} ${name}`);
  return [
    '',
    `Reconcile: ${it.lines} lines against ${it.attempts} attempts in ${it.seconds} s (found: ${found.join(', ')}); the same again in`,
    `${it.againSeconds} s; ${it.csv.lines} lines as CSV in ${it.csv.seconds} s and ${it.csv.megabytes} MiB of the api; ${it.failed} payments failed.`,
    ...table(['load', 'count', 'p50 ms', 'p95 ms'], rows),
  ];
}

/** Pairs of rounds: the mean of their differences, and how far it may be from the truth (its standard error). */
function observabilityLines({ parallel, payments, rounds }: ObservabilityResult): string[] {
  const rows = [['api'], ['worker'], ['temporal'], ['postgres'], servers].map((names) => {
    const each = rounds.map(({ seen, unseen }) => ({
      seen: cpuOfThese(seen, names),
      unseen: cpuOfThese(unseen, names),
    }));
    const differences = each.map((pair) => pair.seen - pair.unseen);
    const difference = mean(differences);
    const squares = sum(differences.map((one) => (one - difference) ** 2));
    const error = Math.sqrt(squares / (rounds.length - 1) / rounds.length);
    const without = mean(each.map((pair) => pair.unseen));
    const figures = [mean(each.map((pair) => pair.seen)), without, difference, error];
    const share = `${((difference / without) * 100).toFixed(1)} %`;
    return [names.length === 1 ? names.join('') : 'all', ...figures.map((ms) => ms.toFixed(2)), share];
  });
  return [
    '',
    `Observability: ${rounds.length} rounds with and without, ${payments} payments, ${parallel} in parallel; CPU ms of a payment.`,
    ...table(['process', 'with', 'without', 'difference', '±', 'of it'], rows),
  ];
}

const servers = ['api', 'worker', 'sandbox', 'temporal', 'postgres'];

function cpuOfThese(all: Readonly<Record<string, number>>, names: readonly string[]): number {
  return sum(names.map((name) => all[name] ?? 0));
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function throughputLines(levels: readonly LevelResult[]): string[] {
  const rows = levels.flatMap((level) =>
    kinds.map((kind) => {
      const { perSecond, createMs, historyEvents, stateTransitions } = level[kind];
      const create = [createMs.p50, createMs.p95, createMs.p99].map((ms) => ms.toFixed(0));
      return [
        String(level.parallel),
        kind,
        perSecond.toFixed(1),
        ...create,
        historyEvents.toFixed(1),
        stateTransitions.toFixed(1),
      ];
    }),
  );
  const processes = processNames.filter((name) =>
    levels.some((level) => kinds.some((kind) => (level[kind].cpuMs[name] ?? 0) > 0)),
  );
  const costs = levels.flatMap((level) =>
    kinds.map((kind) => {
      const cpu = level[kind].cpuMs;
      const parts = processes.map((name) => (cpu[name] ?? 0).toFixed(1));
      return [
        String(level.parallel),
        kind,
        ...parts,
        sum(processNames.map((name) => cpu[name] ?? 0)).toFixed(1),
      ];
    }),
  );
  const io = levels.flatMap((level) =>
    ownKinds.map((kind) => {
      const { sqlStatements, sqlTransactions, sqlExecutionMs, connectionsOpened } = level[kind];
      const opened = connectionNames.map((name) => (connectionsOpened[name] ?? 0).toFixed(2));
      const sql = [sqlStatements, sqlTransactions, sqlExecutionMs].map((value) => value.toFixed(2));
      return [String(level.parallel), kind, ...sql, ...opened];
    }),
  );
  return [
    ...table(['parallel', 'what', 'per s', 'create p50', 'p95', 'p99 ms', 'events', 'transitions'], rows),
    ...table(['CPU ms each', 'what', ...processes, 'all'], costs),
    ...table(
      [
        'parallel',
        'what',
        'statements',
        'transactions',
        'SQL ms',
        ...connectionNames.map((name) => `conn. ${name}`),
      ],
      io,
    ),
    ...ownKinds.flatMap((kind) =>
      table(
        [`statement of a ${kind}`, 'calls', 'ms'],
        (levels.at(-1)?.[kind].statements ?? []).map((one) => [
          one.statement,
          one.calls.toFixed(2),
          one.executionMs.toFixed(3),
        ]),
      ),
    ),
  ];
}

function memoryLines({ waiting, none, whenCacheIsFull, withAll, afterRestart }: MemoryResult): string[] {
  const moments = [none, whenCacheIsFull, withAll, afterRestart];
  return table(
    ['worker memory, MiB', 'none', '1000 waiting', `${waiting} waiting`, 'restarted, all waiting'],
    [
      ['resident', ...moments.map(({ residentMiB }) => residentMiB.toFixed(0))],
      ['live after a collection', ...moments.map(({ liveMiB }) => liveMiB.toFixed(1))],
    ],
  );
}

function ledgerLines(results: readonly LedgerResult[]): string[] {
  return table(
    ['ledger entries', 'proof ms', 'differences'],
    results.map(({ entries, milliseconds, differences }) => [
      String(entries),
      String(milliseconds),
      String(differences),
    ]),
  );
}

function targetLines(levels: readonly LevelResult[]): string[] {
  const lines = levels.flatMap(({ parallel, bare, ...level }) =>
    ownKinds.map((kind) => {
      const own = level[kind];
      const cpu = `${ratio(cpuOf(own), cpuOf(bare))} × the CPU of bare`;
      const speed = `${ratio(own.perSecond, bare.perSecond)} × its throughput`;
      const create = `create p95 ${ratio(own.createMs.p95, bare.createMs.p95)} × bare`;
      const tail = `create p99 ${ratio(own.createMs.p99, own.createMs.p50)} × own p50`;
      return `${kind}, ${parallel} in parallel: ${[speed, cpu, create, tail].join(', ')}`;
    }),
  );
  return lines.length === 0 ? [] : ['', ...lines, targets];
}

const targets =
  'targets: throughput 1.2 × and CPU 0.9 × at 32 and 64; create p95 2 × at 1; p99 3 × p50 at 64; 14 events; 9 statements; no connection';

/** CPU milliseconds of one transaction in all processes; unlike throughput hardly moved by neighbours. */
function cpuOf({ cpuMs }: Summary): number {
  return sum(processNames.map((name) => cpuMs[name] ?? 0));
}

function ratio(value: number, of: number): string {
  return (value / of).toFixed(2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const ownKinds = ['payment', 'payout', 'refund'] as const;
const processNames = [
  'api',
  'worker',
  'sandbox',
  'temporal',
  'temporalDatabase',
  'postgres',
  'bareWorker',
  'load',
] as const;
const connectionNames = ['api', 'sandbox', 'merchant', 'temporal', 'postgres'] as const;
