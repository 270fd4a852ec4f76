import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replayHistories } from '../replay/replay-release.js';
import type { ChaosStack } from './chaos-stack.js';
import { runRelease, variablesOf, type Release } from './hand-over.js';
import type { Keeper } from './keep-up.js';
import { releasedNames, workerNames, type ReleasedName, type WorkerName } from './parts.js';
import type { Swap } from './plan-faults.js';

export type SwapSettings = {
  /** How many, spread over the run. */
  readonly swaps: number;
  /** Whether workflows stay on the build that they began on until they are handed over. */
  readonly isVersioned: boolean;
  /** The folder of the next release, compiled; that of the last one is the root of the tools. */
  readonly next: string;
};

export type Swapper = {
  /** A process of the last release becomes one of the next, or the other way round. */
  readonly swap: (swap: Swap) => Promise<void>;
  /** Whatever is left of the last release is replaced. Returns what was done. */
  readonly finish: () => Promise<Swapped>;
};

/** Each swap, and how long the end took: from the first process that was left of the last release to the last. */
export type Swapped = { readonly swaps: readonly string[]; readonly endMs: number };

/** The commands of a release outlast the faults beside them: a stall of the only worker of a build, a Temporal that is down. */
const insistMs = 420_000;

/**
 * Swaps the builds of processes as an operator may: an api and a checkout as he likes; a worker so that no workflow is left
 * to a build that no worker has. Where versions are off, both builds take whatever there is.
 */
export function createSwapper(
  chaos: ChaosStack,
  keeper: Keeper,
  last: string,
  { isVersioned, next }: SwapSettings,
): Swapper {
  const folders: Readonly<Record<Release, string>> = { last, next };
  const runs = new Map<ReleasedName, Release>(releasedNames.map((name) => [name, 'last']));
  const swaps: string[] = [];
  const startedAt = Date.now();

  const replace = async (name: ReleasedName, to: Release, signal: Swap['signal']) => {
    const build = { folder: folders[to], environment: variablesOf(to, isVersioned) };
    await keeper.replace(name, build, signal);
    runs.set(name, to);
  };
  const handOver = async (to: Release, share: Swap['share']) => {
    if (!isVersioned) return;
    const say = (...words: string[]) => runRelease(chaos, words, insistMs);
    if (share === 'half') {
      // Where Temporal has lost its database since, either build may have become the current one.
      await say('set-current', otherThan(to));
      return void (await say('ramp', to, '--percent', '50'));
    }
    // Half may go to a build for hours; it ends before all goes to one.
    await say('ramp', to, '--percent', '0');
    await say('set-current', to);
    await say('drain');
  };
  const replaceWorker = async (
    name: WorkerName,
    to: Release,
    { signal, share }: Omit<Swap, 'kind' | 'part'>,
  ) => {
    const isLastOfItsBuild = workerNames.every((other) => other === name || runs.get(other) === to);
    // The other worker is of the build already: it takes over all that this one has, before this one goes.
    if (isLastOfItsBuild) await handOver(to, 'all');
    await replace(name, to, signal);
    if (!isLastOfItsBuild) await handOver(to, share);
  };
  const replaceAny = (part: ReleasedName, to: Release, how: Omit<Swap, 'kind' | 'part'>) =>
    isWorker(part) ? replaceWorker(part, to, how) : replace(part, to, how.signal);

  return {
    async swap({ part, ...how }) {
      const began = Date.now();
      const to = otherThan(runs.get(part));
      await replaceAny(part, to, how);
      const ended = how.signal === 'SIGKILL' ? ', killed' : '';
      const half = isVersioned && isWorker(part) && how.share === 'half' ? ', half of what is new' : '';
      swaps.push(
        `${seconds(began - startedAt)} ${part} to ${to}${ended}${half}, ${seconds(Date.now() - began)}`,
      );
    },
    async finish() {
      const began = Date.now();
      const left = releasedNames.filter((name) => runs.get(name) === 'last');
      const workers = left.filter(isWorker);
      for (const name of workers) await replaceWorker(name, 'next', { signal: 'SIGTERM', share: 'all' });
      // A build that shares with another one is no end.
      if (workers.length === 0) await handOver('next', 'all');
      for (const name of left) if (!isWorker(name)) await replace(name, 'next', 'SIGTERM');
      return { swaps, endMs: Date.now() - began };
    },
  };
}

/** Without versions each build goes on with what the other one began: where it cannot, nothing else is to be found. */
export async function refuseStuckHistories(last: string, { isVersioned, next }: SwapSettings): Promise<void> {
  if (isVersioned) return;
  const stuck = [...(await replayHistories(last, next)).stuck, ...(await replayHistories(next, last)).stuck];
  if (stuck.length > 0)
    throw new Error(
      `Workers of these builds must not be mixed without versions: ${stuck.join(', ')} would be stuck.`,
    );
}

/** Of CRASH_POINTS or FREEZE_POINTS those that both builds have: a process refuses a place that it does not know. */
export async function pointsOfBoth(points: string, last: string, { next }: SwapSettings): Promise<string> {
  const known = await Promise.all([last, next].map(placesOf));
  const isKnown = (entry: string) => known.every((places) => places.includes(entry.split(':')[0] ?? ''));
  return points.split(',').filter(isKnown).join(',');
}

async function placesOf(folder: string): Promise<readonly string[]> {
  const file = pathToFileURL(join(folder, 'dist/libs/runtime/crash-point.js')).href;
  return ((await import(file)) as { readonly crashPoints: readonly string[] }).crashPoints;
}

function otherThan(release: Release | undefined): Release {
  return release === 'last' ? 'next' : 'last';
}

function isWorker(name: ReleasedName): name is WorkerName {
  return workerNames.some((worker) => worker === name);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(0)} s`;
}
