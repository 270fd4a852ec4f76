import { percentile } from '../../tools/demo/percentile.js';
import type { Quiet } from './await-quiet.js';
import type { Violation } from './chaos-run.js';
import type { Measured, Service } from './hang-in-number.js';
import type { Injection } from './inject-faults.js';
import type { Swapped } from './swap-builds.js';

export type ChaosReport = {
  readonly seed: number;
  /** Kept when there are violations: logs, the books, the journals, what the merchant heard. */
  readonly directory: string;
  readonly provider: string;
  /** Which Temporal server it was. */
  readonly temporal: string;
  readonly transactions: number;
  /** Not final after the quiet. */
  readonly unknown: number;
  readonly byStatus: ReadonlyMap<string, number>;
  /** What happened to money after its success, by kind and state. */
  readonly reversals: ReadonlyMap<string, number>;
  readonly answers: ReadonlyMap<string, number>;
  readonly faults: readonly Injection[];
  readonly crashes: ReadonlyMap<string, number>;
  readonly freezes: ReadonlyMap<string, number>;
  readonly starts: ReadonlyMap<string, number>;
  readonly reviews: number;
  readonly service: Service | undefined;
  /** Absent where there was one build only. */
  readonly swapped: Swapped | undefined;
  /** What this machine did not allow, and why. */
  readonly skipped: readonly string[];
  readonly timesToFinalMs: readonly number[];
  readonly trafficMs: number;
  readonly quiet: Quiet;
  readonly violations: readonly Violation[];
};

const violationsShownMax = 40;

/** The report as lines for a person. */
export function describeChaos(report: ChaosReport): readonly string[] {
  const { seed, violations, timesToFinalMs } = report;
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  const faults = countBy(report.faults.map(({ name }) => name));
  return [
    `Chaos with seed ${seed}: ${report.transactions} transactions in ${seconds(report.trafficMs)} of traffic,`,
    `  ${describeQuiet(report.quiet)}, ${report.reviews} reviews`,
    `At provider ${report.provider}, on ${report.temporal}`,
    `States: ${list(report.byStatus)}`,
    `Reversals: ${list(report.reversals)}`,
    `Not final, because no provider knows the outcome: ${report.unknown}`,
    `Answers: ${list(report.answers)}`,
    ...(timesToFinalMs.length > 0 ? [timesLine(timesToFinalMs)] : []),
    `Faults (${report.faults.length}): ${list(faults)}`,
    `Deaths at crash points (${sum(report.crashes)}): ${list(report.crashes)}`,
    `Freezes at crash points (${sum(report.freezes)}): ${list(report.freezes)}`,
    ...(report.swapped ? describeSwaps(report.swapped) : []),
    ...(report.service ? [describeService(report.service)] : []),
    ...report.skipped.map((what) => `Left out: ${what}`),
    `Started again: ${list(report.starts)}`,
    ...violations.slice(0, violationsShownMax).map(({ invariant, detail }) => `✖ ${invariant}: ${detail}`),
    ...(violations.length > violationsShownMax
      ? [`  and ${violations.length - violationsShownMax} more`]
      : []),
    violations.length === 0
      ? '✔ No violation'
      : `✖ ${violations.length} violations; the same seed plans the same run: --seed ${seed}; its files are in ${report.directory}`,
  ];
}

export function describeService({ before, during, hung }: Service): string {
  const say = ({ p50Ms, p95Ms, samples }: Measured) => `${p50Ms}/${p95Ms} ms (${samples} samples)`;
  return `A healthy merchant's create p50/p95: before ${say(before)}, beside ${hung} hung ones ${say(during)}`;
}

function describeSwaps({ swaps, endMs }: Swapped): readonly string[] {
  return [
    `Swapped builds (${swaps.length}): ${swaps.join('; ')}`,
    `What was left of the last release at the end: replaced in ${seconds(endMs)}`,
  ];
}

function timesLine(times: readonly number[]): string {
  return `Time to final: p50 ${seconds(percentile(times, 0.5))}, p99 ${seconds(percentile(times, 0.99))}`;
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

export function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.toSorted()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

function describeQuiet(quiet: Quiet): string {
  if ('afterMs' in quiet) return `quiet after ${seconds(quiet.afterMs)}`;
  return `quiet not reached (${list(new Map(Object.entries(quiet.left)))} left)`;
}
