import { inLanes } from '../../../tools/demo/in-lanes.js';
import type { Driver } from '../driver.js';
import type { Stage } from '../stage.js';
import type { SqlCounts } from './bench-database.js';
import { readCpu, type CpuSeconds } from './process-usage.js';

/** Everything that one round of transactions took. */
export type Round = {
  readonly transactions: number;
  readonly seconds: number;
  readonly createMs: readonly number[];
  readonly cpuSeconds: CpuSeconds;
  readonly sql: { readonly before: SqlCounts; readonly after: SqlCounts };
  readonly connections: Readonly<Record<string, number>>;
  readonly workflowIds: readonly string[];
};

/** Runs `count` transactions, at most `parallel` at a time, until nothing of them is under way any more. */
export async function measureRound(
  stage: Stage,
  driver: Driver,
  { parallel, transactions }: { readonly parallel: number; readonly transactions: number },
): Promise<Round> {
  await driver.prepare?.(transactions);
  const before = {
    sql: await stage.database.counts(),
    connections: stage.connections.look(),
    cpu: readCpu(stage.processes),
  };
  const startedAt = performance.now();
  const done = await inLanes(Array.from({ length: transactions }), parallel, () => driver.run());
  await driver.settle();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = readCpu(stage.processes);
  const connections = stage.connections.look();
  return {
    transactions,
    seconds,
    createMs: done.map((one) => one.createMs),
    cpuSeconds: minus(cpu, before.cpu),
    sql: { before: before.sql, after: await stage.database.counts() },
    connections: minus(connections, before.connections),
    workflowIds: done.map((one) => one.workflowId),
  };
}

function minus(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
  );
}
