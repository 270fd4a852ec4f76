import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { replayHistories, type Replayed } from '../replay/replay-release.js';
import { createRandom } from '../fakes/seeded-random.js';
import { awaitQuiet } from './await-quiet.js';
import { createChaosMerchant, type ChaosMerchant } from './chaos-merchant.js';
import { countBy, type ChaosReport } from './chaos-report.js';
import type { Violation } from './chaos-run.js';
import { startChaosStack, type ChaosStack, type StackTools } from './chaos-stack.js';
import { conclude } from './conclude.js';
import { driveTraffic } from './drive-traffic.js';
import { runRelease, variablesOf, type Release } from './hand-over.js';
import { endOpen, lastsForEver, openInEachState, type Open } from './open-in-each-state.js';
import { keepOperations } from './operation-log.js';
import { appNames } from './parts.js';
import { makesRefunds } from './makes-refunds.js';
import { planTraffic, type PlannedTransaction } from './plan-traffic.js';
import type { Traffic } from './traffic.js';

export type GateSettings = {
  readonly seed: number;
  /** Number of open transactions, over all states that last, before the release begins. */
  readonly transactions: number;
  readonly portOffset: number;
  /** The folder of the next release, compiled; that of the last one is the root of the tools. */
  readonly next: string;
};

/** How long a rolling release took, and parts of it, one after another; the other processes were replaced in the rest. */
export type ReleaseTimes = {
  /** Until a worker of the other build was up beside the old one. */
  readonly workerMs: number;
  /** Until Temporal had made that build the current one. */
  readonly currentMs: number;
  /** Until whatever was open had gone over to it. */
  readonly drainMs: number;
  /** From the first process that was replaced to the last. */
  readonly wholeMs: number;
};

export type GateReport = {
  /** By what they waited for when the release began. */
  readonly opened: ReadonlyMap<string, number>;
  /** Of those, what the books then had open, and callbacks owed. */
  readonly openThen: number;
  readonly migrationMs: number;
  readonly times: { readonly release: ReleaseTimes; readonly rollback: ReleaseTimes };
  /** Processes of the last release that began on a schema newer than theirs: all, where the next one has a migration. */
  readonly onNewerSchema: number;
  /** The histories that the last release keeps, by the workflows of the next one, and the other way round. */
  readonly replayed: { readonly release: Replayed; readonly rollback: Replayed };
  readonly run: ChaosReport;
};

const chunkMs = 20_000;
const transactionsPerChunk = 40;
/** Each process that was replaced serves for so long before the next one goes. */
const apartMs = 3_000;
const insistMs = 60_000;
const quietLimitMs = 300_000;

/**
 * The next release takes over from the last one under traffic, with transactions open in every state, and is taken back:
 * the schema first, then worker after worker and api after api, as docs/operations.md has it. Half of what was open goes on
 * under the next release, half after the way back. Then every invariant of a chaos run.
 */
export async function runGate(tools: StackTools, settings: GateSettings): Promise<GateReport> {
  const { seed, portOffset, next } = settings;
  const chaos = await startChaosStack(tools, {
    seed,
    portOffset,
    crashPoints: '',
    freezePoints: '',
    isArmed: false,
    temporal: 'sqlite',
    provider: 'sandbox',
    environment: variablesOf('last', true),
  });
  const merchant = createChaosMerchant(chaos.apiUrls);
  const traffic: Traffic = { operations: [], seenFinals: new Map() };
  const { operations } = traffic;
  const step: StackTools['report']['step'] = (doing, work) => tools.report.step(doing, work);
  let isClean = false;
  try {
    const open = await step(`Opening ${settings.transactions} transactions`, () =>
      openInEachState(chaos, merchant, { count: settings.transactions, operations }),
    );
    const openThen = await countOpen(chaos);
    const startedAt = Date.now();
    const shopUrl = chaos.stack.urls.sandbox;
    const hasRefunds = makesRefunds(tools.root);
    const stream = pourTraffic(merchant, traffic, { seed, shopUrl, hasRefunds });
    await step('Migrating to the schema of the next release', () => chaos.stack.migrate(next));
    const migrationMs = Date.now() - startedAt;
    const half = Math.ceil(open.length / 2);
    const released = await step('Replacing each process by the next release', () =>
      replaceAll(chaos, 'next', next),
    );
    await endOpen(merchant, open.slice(0, half), operations);
    const putBack = await step('Putting the last release back', () => replaceAll(chaos, 'last', tools.root));
    await endOpen(merchant, open.slice(half), operations);
    chaos.hung.change({ kind: 'pass' });
    const plan = await stream.stop();
    const trafficMs = Date.now() - startedAt;
    const quiet = await step('Waiting for quiet', () => awaitQuiet(chaos, quietLimitMs));
    const run = await step('Checking the invariants', () =>
      conclude(chaos, {
        seed,
        provider: 'sandbox',
        traffic,
        plan,
        faults: [],
        starts: new Map(),
        service: undefined,
        noDisk: undefined,
        trafficMs,
        quiet,
      }),
    );
    const violations = [...run.violations, ...(await checkEnds(chaos, open))];
    isClean = violations.length === 0;
    const opened = countBy(open.map(({ state }) => state));
    const onNewerSchema = await countInLogs(chaos, 'the schema is newer than this build');
    const replayed = {
      release: await replayHistories(tools.root, next),
      rollback: await replayHistories(next, tools.root),
    };
    const times = { release: released, rollback: putBack };
    return { opened, openThen, migrationMs, times, onNewerSchema, replayed, run: { ...run, violations } };
  } finally {
    merchant.close();
    await keepOperations(chaos.directory, operations);
    await chaos.stop({ keepsFiles: !isClean });
  }
}

/** Mixed traffic without a pause until it is stopped, which returns all that was planned, when all of it was made. */
function pourTraffic(
  merchant: ChaosMerchant,
  traffic: Traffic,
  { seed, ...options }: { readonly seed: number; readonly shopUrl: string; readonly hasRefunds: boolean },
): { stop(): Promise<readonly PlannedTransaction[]> } {
  const plan: PlannedTransaction[] = [];
  const driving: Promise<void>[] = [];
  const end = new AbortController();
  const pouring = (async () => {
    while (!end.signal.aborted) {
      const chunk = planTraffic(createRandom(seed, `traffic ${driving.length}`), {
        transactions: transactionsPerChunk,
        durationMs: chunkMs,
        provider: 'sandbox',
        ...options,
      });
      plan.push(...chunk);
      driving.push(driveTraffic(merchant, chunk, traffic, () => undefined));
      await sleep(chunkMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      end.abort();
      await pouring;
      await Promise.all(driving);
      return plan;
    },
  };
}

/** A worker of the other build beside the old one, which then hands over all that it has; then everybody else. */
async function replaceAll(chaos: ChaosStack, to: Release, folder: string): Promise<ReleaseTimes> {
  const startedAt = Date.now();
  const { worker, worker2, api, api2, checkout } = chaos.stack.apps;
  const replace = (app: typeof api) => app.restart(variablesOf(to, true), folder);
  await replace(worker2);
  const workerMs = Date.now() - startedAt;
  const currentMs = await runRelease(chaos, ['set-current', to], insistMs);
  const drainMs = await runRelease(chaos, ['drain'], insistMs);
  for (const app of [worker, api, api2, checkout]) {
    await replace(app);
    await sleep(apartMs);
  }
  return { workerMs, currentMs, drainMs, wholeMs: Date.now() - startedAt };
}

/** What was open before the release ends as if there had been none; what cannot be known stays open. */
async function checkEnds(chaos: ChaosStack, open: readonly Open[]): Promise<Violation[]> {
  const rows = await query<{ reference: string; status: string }>(
    chaos,
    'select reference, status from transactions',
  );
  const statuses = new Map(rows.map(({ reference, status }) => [reference, status]));
  return open
    .map(({ reference, state }) => ({ reference, state, status: statuses.get(reference) ?? 'lost' }))
    .filter(({ state, status }) =>
      state === lastsForEver ? !['created', 'pending'].includes(status) : status !== 'success',
    )
    .map(({ reference, state, status }) => ({
      invariant: 'a release changes no outcome',
      detail: `${reference}, which waited for the ${state}, is ${status}`,
    }));
}

async function countOpen(chaos: ChaosStack): Promise<number> {
  const [row] = await query<{ count: number }>(
    chaos,
    `select count(*)::integer as count from transactions left join events using (identifier)
     where transactions.finished_at is null or events.state = 'pending'`,
  );
  return row?.count ?? 0;
}

async function countInLogs({ stack }: ChaosStack, line: string): Promise<number> {
  const texts = await Promise.all(appNames.map((name) => readFile(stack.apps[name].logFile, 'utf8')));
  return texts.reduce((count, text) => count + text.split(line).length - 1, 0);
}

async function query<Row extends object>(chaos: ChaosStack, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: chaos.stack.postgres.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
