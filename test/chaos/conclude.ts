import type { Quiet } from './await-quiet.js';
import { createChaosMerchant } from './chaos-merchant.js';
import type { ChaosProvider } from './chaos-options.js';
import { countBy, type ChaosReport } from './chaos-report.js';
import type { ChaosStack } from './chaos-stack.js';
import type { Run } from './chaos-run.js';
import { checkInvariants } from './check-invariants.js';
import { countCrashes, countFreezes } from './crash-plan.js';
import { findCanaries } from './find-canaries.js';
import { gatherEvidence } from './gather-evidence.js';
import type { Service } from './hang-in-number.js';
import type { Injection } from './inject-faults.js';
import { countAnswers } from './operation-log.js';
import { appNames } from './parts.js';
import type { PlannedTransaction } from './plan-traffic.js';
import { look, type Traffic } from './traffic.js';

const secondLookMax = 200;

/** Every witness is heard, and every rule is held against what they say. */
export async function conclude(
  chaos: ChaosStack,
  run: {
    readonly seed: number;
    readonly provider: ChaosProvider;
    readonly traffic: Traffic;
    readonly plan: readonly PlannedTransaction[];
    readonly faults: readonly Injection[];
    readonly starts: ChaosReport['starts'];
    readonly service: Service | undefined;
    readonly unreconciled?: Run['unreconciled'];
    readonly noDisk: string | undefined;
    readonly swapped?: ChaosReport['swapped'];
    readonly trafficMs: number;
    readonly quiet: Quiet;
  },
): Promise<ChaosReport> {
  const { traffic } = run;
  const merchant = createChaosMerchant(chaos.apiUrls);
  const seen = run.plan.filter(({ reference }) => traffic.seenFinals.has(reference));
  for (const planned of seen.slice(0, secondLookMax)) await look(merchant, planned, traffic);
  merchant.close();
  const evidence = await gatherEvidence(chaos);
  const canaries = await findCanaries(chaos.directory);
  const { operations, seenFinals } = traffic;
  const { transactions } = evidence;
  const logFiles = appNames.map((name) => chaos.stack.apps[name].logFile);
  return {
    seed: run.seed,
    directory: chaos.directory,
    provider: run.provider,
    temporal: chaos.stack.temporal.title,
    transactions: new Set(operations.map((operation) => operation.reference)).size,
    unknown: transactions.filter(({ finished }) => !finished).length,
    byStatus: countBy(transactions.map(({ type, status }) => `${type} ${status}`)),
    reversals: countBy(evidence.reversals.map(({ kind, state }) => `${kind} ${state}`)),
    answers: countAnswers(operations),
    faults: run.faults,
    crashes: countCrashes(logFiles),
    freezes: countFreezes(logFiles),
    starts: run.starts,
    reviews: evidence.reviews.length,
    service: run.service,
    swapped: run.swapped,
    skipped: run.noDisk === undefined ? [] : [`a full disk of Postgres, because ${run.noDisk}`],
    timesToFinalMs: transactions.flatMap(({ milliseconds }) => milliseconds ?? []),
    trafficMs: run.trafficMs,
    quiet: run.quiet,
    violations: checkInvariants({
      operations,
      seenFinals,
      evidence,
      canaries,
      unreconciled: run.unreconciled,
      service: run.service,
    }),
  };
}
