import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../tools/demo/percentile.js';
import { drawPanels, worstOf, type Point } from '../draw-panels.js';
import { readCpu, type CpuSeconds } from '../measures/process-usage.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';
import { fillLost, type LostFlow } from './fill-lost.js';
import { latenessOf, latenessOverTime, readWitnesses, type Lateness } from './lateness.js';

export type RecoveryResult = {
  readonly lost: number;
  /** Of those that had something to do when Temporal was back, of those that had later, and of each kind. */
  readonly lateness: Readonly<Record<string, Lateness>>;
  /** What was sent to the provider again, or came to the merchant twice. */
  readonly sentTwice: number;
  /** Seconds until each has a workflow, or until the end if some have none. */
  readonly backSeconds: number;
  readonly missing: number;
  /** By the seconds since Temporal was back: lost ones that have none yet, and the worst lateness. */
  readonly over: {
    readonly left: readonly Point[];
    readonly late: readonly Point[];
    readonly creates: readonly Point[];
  };
  readonly createMs: Readonly<Record<'before' | 'first minute' | 'after it', Creates>>;
  /** Why creates failed, by the seconds since Temporal was back. */
  readonly failures: readonly string[];
  readonly cpuSeconds: CpuSeconds;
};
type Creates = {
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
};

/** Of all lost ones, those that were overdue when Temporal came back. */
const overdueShare = 0.02;
const duePerSecond = 10;
/** A slower return ends the run. Some fall due until then. */
const slowestPerSecond = 20;
/** What passes before the return of Temporal, about: the rest of the filling, and the loss. */
const filledPerMs = 5;
const forgettingMs = 5_000;
const newEveryMs = 500;
const beforeMs = 30_000;
const lookEveryMs = 1_000;
const firstMs = 60_000;
/** None is to be acted on later after it was due. */
const latestSeconds = 60;
/** What was due at the end has this time. */
const patienceMs = latestSeconds * 1_000;

/** Forgets Temporal's database with transactions open, while new payments come in. */
export async function measureRecovery(stage: Stage, options: BenchOptions): Promise<RecoveryResult> {
  const { report, stack, inbox } = stage;
  const { lost } = options;
  const { workflowId } = await stage.payment.run();
  await stage.payment.settle();
  const { overdue = Math.round(lost * overdueShare) } = options;
  const flows = await report.step(`Opening ${lost} transactions`, async () => {
    const dueAfter = Math.min(lost - overdue, Math.ceil((lost * duePerSecond) / slowestPerSecond));
    const dueInMs = Math.round(lost / filledPerMs) + beforeMs + forgettingMs;
    const identifier = workflowId.replace('payment/', '');
    return fillLost(stage.database, { identifier, lost, overdue, dueInMs, duePerSecond, dueAfter });
  });
  return report.step(`Losing the workflows of ${lost} transactions`, async () => {
    const before = await createsDuring(stage, () => sleep(beforeMs));
    await stack.temporal.forget();
    const cpu = readCpu(stage.processes);
    const backAt = Date.now();
    const left: Point[] = [];
    const seconds = () => Math.round((Date.now() - backAt) / 100) / 10;
    const meanwhile = await createsDuring(stage, async () => {
      do {
        await sleep(lookEveryMs);
        left.push([seconds(), await countLost(stage)]);
      } while (left.at(-1)?.[1] !== 0 && seconds() < latestSeconds + lost / slowestPerSecond);
    });
    const after = readCpu(stage.processes);
    const backSeconds = seconds();
    const due = flows.filter(({ dueAt }) => dueAt <= Date.now());
    const witnesses = () => readWitnesses(due, { sandboxLog: stack.apps.sandbox.logFile, inbox });
    const until = Date.now() + patienceMs;
    while (witnesses().actedAt.size < due.length && Date.now() < until) await sleep(lookEveryMs);
    const witnessed = witnesses();
    const of = (wanted: (flow: LostFlow) => boolean) => latenessOf(due.filter(wanted), witnessed, backAt);
    return {
      lost,
      lateness: {
        'overdue when it was back': of(({ dueAt }) => dueAt <= backAt),
        'due later': of(({ dueAt }) => dueAt > backAt),
        'provider asked': of(({ kind }) => kind === 'look-up'),
        'callback sent': of(({ kind }) => kind === 'callback'),
        'window closed': of(({ kind }) => kind === 'window'),
      },
      sentTwice: witnessed.sentTwice,
      backSeconds,
      missing: left.at(-1)?.[1] ?? lost,
      over: {
        left,
        late: worstOf(latenessOverTime(due, witnessed, backAt)),
        creates: worstOf(meanwhile.map(({ at, ms = 0 }) => [(at - backAt) / 1_000, Math.round(ms)])),
      },
      createMs: {
        before: summarise(before),
        'first minute': summarise(meanwhile.filter(({ at }) => at < backAt + firstMs)),
        'after it': summarise(meanwhile.filter(({ at }) => at >= backAt + firstMs)),
      },
      failures: meanwhile.flatMap(({ at, failure }) =>
        failure === undefined ? [] : [`${((at - backAt) / 1_000).toFixed(1)} s: ${failure}`],
      ),
      cpuSeconds: Object.fromEntries(
        Object.entries(after).map(([name, value]) => [name, Math.round(value - (cpu[name] ?? 0))]),
      ),
    };
  });
}

/** How many are not back, how late the latest were, and how long new payments took. */
export function drawRecovery({ over }: RecoveryResult): string {
  return drawPanels([
    { title: 'workflows that are not back', points: over.left },
    { title: 'lateness, s (the worst of ten seconds)', points: over.late, bound: latestSeconds },
    { title: 'create calls, ms (the slowest of ten seconds)', points: over.creates },
  ]);
}

/** Without a workflow since Temporal's database was lost. */
async function countLost({ database }: Stage): Promise<number> {
  const [row] = await database.query<{ lost: number }>(`
    select count(*)::integer as lost from recoveries
    where ensured_at <= coalesce((select lost_at from temporal_namespace), 'infinity')`);
  return row?.lost ?? 0;
}

/** Without milliseconds: why it failed. */
type Create = { readonly at: number; readonly ms?: number; readonly failure?: string };

/** One new payment after the other comes in at fixed times, whatever became of those before. */
async function createsDuring({ payment }: Stage, work: () => Promise<unknown>): Promise<readonly Create[]> {
  const made: Create[] = [];
  const under: Promise<void>[] = [];
  const timer = setInterval(() => {
    const at = Date.now();
    under.push(
      payment.run().then(
        ({ createMs }) => void made.push({ at, ms: createMs }),
        (error: unknown) => void made.push({ at, failure: String(error) }),
      ),
    );
  }, newEveryMs);
  await work().finally(() => clearInterval(timer));
  await Promise.all(under);
  return made;
}

function summarise(creates: readonly Create[]): Creates {
  const taken = creates.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const at = (share: number) => (taken.length === 0 ? 0 : Math.round(percentile(taken, share)));
  return {
    count: creates.length,
    failed: creates.length - taken.length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
  };
}
