import { links, type Link } from './chaos-stack.js';
import type { Weather } from './faulty-proxy.js';
import { appNames, workerNames, type AppName, type PartName, type ReleasedName } from './parts.js';
import type { Random } from '../fakes/seeded-random.js';

/**
 * - `stall`: a freeze beyond the settle time and the look-ups that follow, while the other worker carries on.
 * - `drop` ends all connections of Postgres at once, while it goes on running.
 * - `forget`: Temporal comes back without its database.
 * - `carryOver`: a release asks whatever is open to go on in a new run.
 * - `fill`: nothing more fits on the disk of Postgres.
 * - `swap`: a process ends and comes back with the other of two builds (plan-swaps.ts).
 */
export type Fault =
  | { readonly kind: 'kill' | 'freeze'; readonly part: PartName; readonly lastsMs: number }
  | { readonly kind: 'stall'; readonly part: (typeof workerNames)[number]; readonly lastsMs: number }
  | { readonly kind: 'restart'; readonly part: AppName; readonly lastsMs: number }
  | { readonly kind: 'drop' | 'fill'; readonly part: 'Postgres'; readonly lastsMs: number }
  | { readonly kind: 'forget' | 'carryOver'; readonly part: 'Temporal'; readonly lastsMs: number }
  | { readonly kind: 'weather'; readonly link: Link; readonly weather: Weather; readonly lastsMs: number }
  | Swap;

/** `share`: of a worker, whether all that is new goes to its new build, or half and what was open stays. */
export type Swap = {
  readonly kind: 'swap';
  readonly part: ReleasedName;
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly share: 'all' | 'half';
};

export type PlannedFault = { readonly atMs: number; readonly fault: Fault };

const parts = [...appNames, 'Postgres', 'Temporal'] as const;
const weathers = ['delay', 'reset', 'halfOpen', 'blackHole'] as const;
const downMsMax = 2_000;
const freezeMsMin = 1_000;
const freezeMsMax = 10_000;
const stallMsMin = 15_000;
/** Settle time, three look-ups, and the tasks that are handed to a worker which stands still until it is missed. */
const stallMsMax = 75_000;
const fillMsMin = 1_000;
const fillMsMax = 5_000;
const weatherMsMin = 1_000;
const weatherMsMax = 5_000;
/** Together with the provider call's limit still shorter than the settle time of the run's configuration. */
const delayMsMax = 6_000;
/** Where money moves, a request that arrives late is the most dangerous thing that can happen. */
const lateLink = 'worker to sandbox';
const lateTimes = 3;
/** A short run keeps its faults short, so that several fit into it. */
const shareOfRunMax = 0.1;
const stallShareOfRunMax = 0.5;

/** How long a stall lasts in a run of this length. */
export function stallMsIn(durationMs: number): { readonly least: number; readonly most: number } {
  const most = Math.max(stallMsMin, Math.min(stallMsMax, durationMs * stallShareOfRunMax));
  return { least: stallMsMin, most: Math.round(most) };
}

/** Evenly over the time, by turns at a part and on a way between parts; every kind before one comes again. */
export function planFaults(
  random: Random,
  options: {
    readonly faults: number;
    readonly durationMs: number;
    /** Whether Postgres has a disk of its own, which can be filled without harm to anybody else. */
    readonly canFill?: boolean;
  },
): readonly PlannedFault[] {
  const { faults, durationMs, canFill = false } = options;
  const limitMs = Math.max(freezeMsMin, durationMs * shareOfRunMax);
  const stall = stallMsIn(durationMs);
  const atParts = endless(random, [
    ...parts.map((part) => () => {
      return { kind: 'kill', part, lastsMs: random.whole(0, downMsMax) } as const;
    }),
    ...parts.map((part) => () => {
      const lastsMs = random.whole(freezeMsMin, Math.min(limitMs, freezeMsMax));
      return { kind: 'freeze', part, lastsMs } as const;
    }),
    ...workerNames.map((part) => () => {
      return { kind: 'stall', part, lastsMs: random.whole(stall.least, stall.most) } as const;
    }),
    ...appNames.map((part) => () => ({ kind: 'restart', part, lastsMs: 0 }) as const),
    () => ({ kind: 'drop', part: 'Postgres', lastsMs: 0 }) as const,
    () => ({ kind: 'forget', part: 'Temporal', lastsMs: 0 }) as const,
    () => ({ kind: 'carryOver', part: 'Temporal', lastsMs: 0 }) as const,
    ...(canFill
      ? [() => ({ kind: 'fill', part: 'Postgres', lastsMs: random.whole(fillMsMin, fillMsMax) }) as const]
      : []),
  ]);
  const onLinks = endless(
    random,
    links.flatMap((link) =>
      weathersOf(link).map((kind) => () => {
        const weather: Weather = kind === 'delay' ? { kind, maxMs: delayMsMax } : { kind };
        const lastsMs = random.whole(weatherMsMin, Math.min(limitMs, weatherMsMax));
        return { kind: 'weather', link, weather, lastsMs } as const;
      }),
    ),
  );
  const gapMs = durationMs / (faults + 1);
  return Array.from({ length: faults }, (_, index) => ({
    atMs: Math.round((index + 0.5 + random.next()) * gapMs),
    fault: index % 2 === 0 ? atParts() : onLinks(),
  }));
}

export function nameFault(fault: Fault): string {
  if (fault.kind === 'weather') return `${fault.weather.kind} ${fault.link}`;
  return `${fault.kind} ${fault.part}`;
}

function weathersOf(link: Link): readonly (typeof weathers)[number][] {
  return link === lateLink
    ? [...weathers, ...Array.from({ length: lateTimes - 1 }, () => 'delay' as const)]
    : weathers;
}

function endless(random: Random, makers: readonly (() => Fault)[]): () => Fault {
  const draw = drawEach(random, makers);
  return () => draw()();
}

/** Each of the items in a random order, before one comes again. */
export function drawEach<Item>(random: Random, items: readonly Item[]): () => Item {
  let pile: Item[] = [];
  return () => {
    if (pile.length === 0) pile = random.shuffled(items);
    const item = pile.pop();
    if (item === undefined) throw new Error('there is nothing to draw from');
    return item;
  };
}
