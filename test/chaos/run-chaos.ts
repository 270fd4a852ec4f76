import { Client } from 'pg';
import { awaitQuiet } from './await-quiet.js';
import { createChaosMerchant } from './chaos-merchant.js';
import type { ChaosOptions } from './chaos-options.js';
import { describeService, type ChaosReport } from './chaos-report.js';
import { startChaosStack, type ChaosStack, type StackTools } from './chaos-stack.js';
import { conclude } from './conclude.js';
import { planCrashes, planFreezes } from './crash-plan.js';
import { driveTraffic } from './drive-traffic.js';
import { hangInNumber, type Service } from './hang-in-number.js';
import { variablesOf } from './hand-over.js';
import { injectFaults } from './inject-faults.js';
import { keepUp } from './keep-up.js';
import { keepOperations } from './operation-log.js';
import { appNames } from './parts.js';
import { planFaults, stallMsIn } from './plan-faults.js';
import { planSwaps } from './plan-swaps.js';
import { makesRefunds } from './makes-refunds.js';
import { reconcileAtStripe } from './reconcile-at-stripe.js';
import { planTraffic, type PlannedTransaction } from './plan-traffic.js';
import { createSwapper, pointsOfBoth, refuseStuckHistories, type SwapSettings } from './swap-builds.js';
import { thaw } from './thaw.js';
import type { Traffic } from './traffic.js';
import { createRandom } from '../fakes/seeded-random.js';

export type ChaosSettings = Omit<ChaosOptions, 'swap'> & {
  readonly swap?: SwapSettings | undefined;
  readonly portOffset: number;
  /** A defect planted in the database, when its tables exist. */
  readonly plantedSql?: string | undefined;
  /** Further entries of CRASH_POINTS, for a planted defect. */
  readonly plantedCrashPoint?: string | undefined;
  /** Instead of the run's own FREEZE_POINTS, for a planted defect. */
  readonly plantedFreezePoint?: string | undefined;
};

const quietLimitMs = 300_000;

/** Traffic and faults, then healing, then quiet, then every invariant held against all witnesses. */
export async function runChaos(tools: StackTools, settings: ChaosSettings): Promise<ChaosReport> {
  const { seed, transactions, crashes, minutes, portOffset, swap } = settings;
  if (swap) await refuseStuckHistories(tools.root, swap);
  const planted = settings.plantedCrashPoint === undefined ? '' : `,${settings.plantedCrashPoint}`;
  const crashPoints = planCrashes(transactions, crashes) + planted;
  const freezePoints = settings.plantedFreezePoint ?? planFreezes(transactions, settings.freezes);
  const chaos = await startChaosStack(tools, {
    seed,
    portOffset,
    crashPoints: swap ? await pointsOfBoth(crashPoints, tools.root, swap) : crashPoints,
    freezePoints: swap ? await pointsOfBoth(freezePoints, tools.root, swap) : freezePoints,
    isArmed: settings.hung === 0,
    temporal: settings.temporal,
    provider: settings.provider,
    ...(swap ? { environment: variablesOf('last', swap.isVersioned) } : {}),
  });
  const traffic: Traffic = { operations: [], seenFinals: new Map() };
  let isClean = false;
  try {
    if (swap) await chaos.stack.migrate(swap.next);
    if (settings.plantedSql !== undefined) await plant(chaos, settings.plantedSql);
    const service = await hang(tools, chaos, settings, traffic);
    const durationMs = minutes * 60_000;
    const startedAt = Date.now();
    const plan = planTraffic(createRandom(seed, 'traffic'), {
      transactions,
      durationMs,
      shopUrl: `http://localhost:${chaos.proxies['worker to sandbox'].port}`,
      provider: settings.provider,
      hasRefunds: settings.provider !== 'paystack' && makesRefunds(tools.root),
    });
    const { faults, keeper, swapped } = await stir(tools, chaos, settings, { durationMs, traffic, plan });
    const trafficMs = Date.now() - startedAt;
    await tools.report.step('Healing', () => heal(chaos));
    const becomeQuiet = () => tools.report.step('Waiting for quiet', () => awaitQuiet(chaos, quietLimitMs));
    const quiet = await becomeQuiet();
    const unreconciled =
      chaos.stripe &&
      (await tools.report.step("Reconciling with Stripe's statement", () => reconcileAtStripe(chaos)));
    // What only the statement has told is announced as well.
    if (unreconciled) await becomeQuiet();
    const report = await tools.report.step('Checking the invariants', () =>
      conclude(chaos, {
        seed,
        provider: settings.provider,
        traffic,
        plan,
        faults,
        starts: keeper.starts,
        swapped,
        service,
        unreconciled,
        noDisk: tools.noDisk,
        trafficMs,
        quiet,
      }),
    );
    isClean = report.violations.length === 0;
    return report;
  } finally {
    await keepOperations(chaos.directory, traffic.operations);
    await chaos.stop({ keepsFiles: !isClean });
  }
}

async function plant(chaos: ChaosStack, sql: string): Promise<void> {
  const client = new Client({ connectionString: chaos.stack.postgres.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function hang(
  tools: StackTools,
  chaos: ChaosStack,
  { hung }: ChaosSettings,
  { operations }: Traffic,
): Promise<Service | undefined> {
  if (hung === 0) return undefined;
  const service = await tools.report.step(`Serving a merchant while ${hung} others hang`, () =>
    hangInNumber(chaos, { hung, operations }),
  );
  tools.report.note(describeService(service));
  await chaos.arm();
  return service;
}

async function stir(
  tools: StackTools,
  chaos: ChaosStack,
  settings: ChaosSettings,
  {
    durationMs,
    traffic,
    plan,
  }: {
    readonly durationMs: number;
    readonly traffic: Traffic;
    readonly plan: readonly PlannedTransaction[];
  },
) {
  const { seed, transactions, swap } = settings;
  const merchant = createChaosMerchant(chaos.apiUrls);
  const keeper = keepUp(chaos, seed);
  let hasEnded = false;
  const thawer = thaw(chaos, createRandom(seed, 'thaw'), stallMsIn(durationMs));
  const faultPlan = planFaults(createRandom(seed, 'faults'), {
    faults: settings.faults,
    durationMs,
    canFill: chaos.disk !== undefined,
  });
  const swapPlan = swap ? planSwaps(createRandom(seed, 'swaps'), { ...swap, durationMs }) : [];
  const swapper = swap && createSwapper(chaos, keeper, tools.root, swap);
  const injecting = injectFaults(
    chaos,
    [...faultPlan, ...swapPlan].toSorted((left, right) => left.atMs - right.atMs),
    { hasEnded: () => hasEnded, swap: swapper?.swap },
  );
  await tools.report.step('Traffic and faults', async (progress) => {
    await driveTraffic(merchant, plan, traffic, (made) =>
      progress.doing(`Traffic and faults: ${made} of ${transactions} transactions`),
    );
    progress.done(`Traffic and faults: ${transactions} transactions`);
  });
  hasEnded = true;
  const faults = await injecting;
  const swapped =
    swapper && (await tools.report.step('Replacing what is left of the last release', swapper.finish));
  await thawer.stop();
  await keeper.stop();
  merchant.close();
  return { faults, keeper, swapped };
}

/** Good weather again, and everybody started anew without crash points: also what was under way now must survive. */
async function heal({ stack, proxies, stripe }: ChaosStack): Promise<void> {
  for (const proxy of Object.values(proxies)) proxy.change({ kind: 'pass' });
  for (const name of appNames) await stack.apps[name].kill();
  await stack.apps.sandbox.restart();
  const calm = { CRASH_POINTS: '', FREEZE_POINTS: '' };
  const others = appNames.filter((name) => name !== 'sandbox');
  await Promise.all(others.map((name) => stack.apps[name].restart(calm)));
  stripe?.tellAgain();
}
