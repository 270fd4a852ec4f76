import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { inLanes } from '../../../tools/demo/in-lanes.js';
import { awaitFirstStep, workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
import type { Plan } from '#domain/transaction/plan';
import { timing } from '#persistence/transactions/transaction-row';
import { readMemory } from '../measures/process-usage.js';
import { rounded } from '../measures/summarise-rounds.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { copyPayment } from './fill-tables.js';

export type MemoryResult = {
  readonly waiting: number;
  readonly none: WorkerMemory;
  readonly whenCacheIsFull: WorkerMemory;
  readonly withAll: WorkerMemory;
  readonly afterRestart: WorkerMemory;
};
type WorkerMemory = {
  /** What the system has given to the process, and it may keep. */
  readonly residentMiB: number;
  /** What the heaps of all its threads hold after their garbage is collected. */
  readonly liveMiB: number;
};

const parallel = 48;
/** As many workflows as the worker keeps in memory. */
const cached = 1_000;
const calmMs = 3_000;
/** No provider is asked about these payments while they wait here. */
const lookUpAfterMs = 3_600_000;

/** The worker's memory with no payment waiting, with as many as it caches, with many more, and when it begins anew. */
export async function measureMemory(stage: Stage, options: BenchOptions): Promise<MemoryResult> {
  const { stack, report, database } = stage;
  const { workflowId } = await stage.payment.run();
  await stage.payment.settle();
  const worker = stack.apps.worker;
  const folder = await mkdtemp(join(tmpdir(), 'gateway-heaps-'));
  const files = { request: join(folder, 'request'), answers: join(folder, 'live.ndjson') };
  await writeFile(files.request, '');
  const measure = async (): Promise<WorkerMemory> => {
    await sleep(calmMs);
    const residentMiB = rounded(readMemory(worker.pid), 1);
    return { residentMiB, liveMiB: rounded(await readLive(files), 1) };
  };
  const collecting = {
    NODE_OPTIONS: `--import=${import.meta.resolve('../measures/collect-on-request.js')}`,
    BENCH_COLLECT_REQUEST: files.request,
    BENCH_LIVE_MEMORY: files.answers,
  };
  return report.step(`Measuring the worker with ${options.waiting} waiting payments`, async () => {
    await worker.restart(collecting);
    const none = await measure();
    const identifiers = await copyPayment(database, {
      identifier: workflowId.replace('payment/', ''),
      count: options.waiting,
      tables: ['transactions', 'attempts', 'idempotency_records', 'personal_data'],
      changes: {
        transactions: {
          status: `'created'`,
          finished_at: 'null',
          payable_until: `now() + interval '1 day'`,
          plan: `plan || jsonb_build_object('timing', ${timing} || '{"lookupMs": [${lookUpAfterMs}]}')`,
          timings_key: 'null',
        },
        attempts: { state: `'accepted'`, finished_at: 'null', evidence: 'null' },
      },
    });
    const plan = await planOf(stage, identifiers[0] ?? '');
    const start = (identifier: string) => startWorkflow(stage, identifier, plan);
    await inLanes(identifiers.slice(0, cached), parallel, start);
    const whenCacheIsFull = await measure();
    await inLanes(identifiers.slice(cached), parallel, start);
    const withAll = await measure();
    await worker.restart();
    const afterRestart = await measure();
    await worker.restart({ NODE_OPTIONS: '' });
    await rm(folder, { recursive: true });
    return { waiting: options.waiting, none, whenCacheIsFull, withAll, afterRestart };
  });
}

/** Every thread says how much it holds once it has collected. */
async function readLive({ request, answers }: { request: string; answers: string }): Promise<number> {
  await writeFile(answers, '');
  await appendFile(request, 'now\n');
  await sleep(calmMs);
  const lines = (await readFile(answers, 'utf8')).split('\n').filter((line) => line !== '');
  const threads = lines.map((line) => JSON.parse(line) as { heapUsed: number; external: number });
  return threads.reduce((sum, { heapUsed, external }) => sum + heapUsed + external, 0) / mebibyte;
}

const mebibyte = 1_024 ** 2;

async function planOf({ database }: Stage, identifier: string): Promise<Plan> {
  const [row] = await database.query<{ plan: Plan }>('select plan from transactions where identifier = $1', [
    identifier,
  ]);
  if (!row) throw new Error('a copied payment has a plan');
  return row.plan;
}

/** Returns when the workflow has looked at the books and waits, as the api does when it registers a payment. */
async function startWorkflow({ temporal }: Stage, identifier: string, plan: Plan): Promise<void> {
  const subject = {
    type: 'payment' as const,
    merchant: 'demo',
    method: 'ussd',
    amount: '1000',
    currency: 'NGN',
    status: 'created',
    provider: 'sandbox',
  };
  const startWorkflowOperation = new WithStartWorkflowOperation(
    workflowTypes.payment,
    workflowOptions({ ...subject, identifier, reference: identifier, plan }),
  );
  await temporal.workflow.executeUpdateWithStart(awaitFirstStep, { args: [], startWorkflowOperation });
}
