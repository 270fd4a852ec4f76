import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../tools/demo/percentile.js';
import { transactionsQueue } from '#contracts/task-queues';
import { readCpu, type CpuSeconds } from '../measures/process-usage.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { copyPayment } from './fill-tables.js';

export type RecoveryResult = {
  readonly lost: number;
  /** Of those that have something to be done at once: all have looked at the books. */
  readonly urgent: { readonly count: number; readonly seconds: number };
  /** Each has a running workflow. */
  readonly startedSeconds: number;
  /** Each workflow has taken its first step: none waits for a worker any more. */
  readonly takenUpSeconds: number;
  readonly createMs: { readonly before: Creates; readonly meanwhile: Creates };
  readonly cpuSeconds: CpuSeconds;
};
type Creates = {
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
};

/** How many of a hundred lost transactions have ended without a callback. */
const urgentShare = 0.02;
const newEveryMs = 500;
const beforeMs = 20_000;
const lookEveryMs = 500;
/** As a payment that was accepted hours ago: its look-ups have become rare. */
const lookUpsMade = 13;

/** Forgets Temporal's database with transactions open, while new payments come in. */
export async function measureRecovery(stage: Stage, options: BenchOptions): Promise<RecoveryResult> {
  const { report, stack } = stage;
  const { workflowId } = await stage.payment.run();
  await stage.payment.settle();
  const urgent = Math.round(options.lost * urgentShare);
  await report.step(`Opening ${options.lost} transactions`, async () => {
    await openTransactions(stage, workflowId.replace('payment/', ''), {
      waiting: options.lost - urgent,
      urgent,
    });
  });
  return report.step(`Losing the workflows of ${options.lost} transactions`, async () => {
    const before = await createsDuring(stage, () => sleep(beforeMs));
    await stack.temporal.forget();
    const cpu = readCpu(stage.processes);
    const beganAt = performance.now();
    const seconds = () => Math.round((performance.now() - beganAt) / 100) / 10;
    const result = { urgent: 0, started: 0, takenUp: 0 };
    const meanwhile = await createsDuring(stage, async () => {
      while (result.takenUp === 0) {
        await sleep(lookEveryMs);
        const left = await countLeft(stage);
        if (left.urgent === 0) result.urgent ||= seconds();
        if (left.waiting === 0) result.started ||= seconds();
        if (result.started > 0 && (await backlogOf(stage)) === 0) result.takenUp = seconds();
      }
    });
    const after = readCpu(stage.processes);
    return {
      lost: options.lost,
      urgent: { count: urgent, seconds: result.urgent },
      startedSeconds: result.started,
      takenUpSeconds: result.takenUp,
      createMs: { before, meanwhile },
      cpuSeconds: Object.fromEntries(
        Object.entries(after).map(([name, value]) => [name, Math.round(value - (cpu[name] ?? 0))]),
      ),
    };
  });
}

async function openTransactions(
  { database }: Stage,
  identifier: string,
  counts: { readonly waiting: number; readonly urgent: number },
): Promise<void> {
  await database.query(
    'create table lost_flows (identifier uuid primary key, is_urgent boolean not null default false)',
  );
  const recovery = `insert into recoveries (identifier, step, due_at)
    select identifier, 5, now() + random() * interval '15 minutes' from lost_flows where is_urgent = $1`;
  await copyPayment(database, {
    identifier,
    count: counts.waiting,
    tables: ['transactions', 'attempts', 'idempotency_records', 'personal_data'],
    changes: {
      transactions: {
        status: `'created'`,
        finished_at: 'null',
        payable_until: `now() + interval '1 day'`,
      },
      attempts: { state: `'accepted'`, finished_at: 'null', evidence: 'null' },
    },
  });
  await database.query(
    'insert into lost_flows (identifier) select identifier from transactions where finished_at is null',
  );
  await database.query(
    `insert into lookups (identifier, n, answer)
     select identifier, 1, 'found' from lost_flows, generate_series(1, $1)`,
    [lookUpsMade],
  );
  await database.query(recovery, [false]);
  await copyPayment(database, {
    identifier,
    count: counts.urgent,
    tables: ['transactions', 'attempts', 'idempotency_records', 'personal_data', 'events'],
    changes: { events: { state: `'pending'`, attempts: '0', next_attempt: 'now()' } },
  });
  await database.query(
    `insert into lost_flows (identifier, is_urgent) select identifier, true from events where state = 'pending'`,
  );
  await database.query(recovery, [true]);
  await database.query('analyze');
}

/** Urgent ones leave recovery when their callback is delivered; the others were ensured since the loss. */
async function countLeft({
  database,
}: Stage): Promise<{ readonly urgent: number; readonly waiting: number }> {
  const [row] = await database.query<{ urgent: number; waiting: number }>(`
    select count(*) filter (where is_urgent)::integer as urgent,
      count(*) filter (where not is_urgent and ensured_at <= coalesce(lost_at, 'infinity'))::integer as waiting
    from lost_flows join recoveries using (identifier), temporal_namespace`);
  return row ?? { urgent: 0, waiting: 0 };
}

async function backlogOf({ temporal }: Stage): Promise<number> {
  const { stats } = await temporal.workflowService.describeTaskQueue({
    namespace: temporal.options.namespace,
    taskQueue: { name: transactionsQueue },
    taskQueueType: 1,
    reportStats: true,
  });
  return Number(stats?.approximateBacklogCount ?? 0);
}

/** One new payment after the other comes in at fixed times, whatever became of those before. */
async function createsDuring({ payment }: Stage, work: () => Promise<unknown>): Promise<Creates> {
  const taken: number[] = [];
  let failed = 0;
  const under: Promise<void>[] = [];
  const timer = setInterval(() => {
    under.push(
      payment.run().then(
        ({ createMs }) => void taken.push(createMs),
        () => void (failed += 1),
      ),
    );
  }, newEveryMs);
  await work().finally(() => clearInterval(timer));
  await Promise.all(under);
  const at = (share: number) => Math.round(percentile(taken, share));
  return { count: taken.length, failed, p50: at(0.5), p95: at(0.95), max: at(1) };
}
