import { describe, expect, it } from 'vitest';
import { adaptLimit, isWithin, looksPerSecond, unlimited, type AdaptiveLimit } from './adaptive-limit.js';

/**
 * Goal: what the limit makes of a whole system over minutes. Method: a model of it, in steps of ten milliseconds: tenants offer
 * work to processes in turn, which begin it or refuse; what is begun waits in one queue for workers that take so much of it a
 * second, and ends some time after it was taken.
 */
const stepMs = 10;
const stepsPerLook = 1_000 / looksPerSecond / stepMs;
/** Work in a second, of workers that are there. */
const capacity = 40;

type Work = { readonly tenant: string; readonly process: number; readonly beganAt: number };
type Model = {
  readonly processes: number;
  readonly forSeconds: number;
  /** Of each tenant, in a second. */
  readonly offered: (seconds: number) => Readonly<Record<string, number>>;
  readonly capacityAt?: (seconds: number) => number;
  readonly providerMs?: number;
};
type Second = { begun: number; refused: Record<string, number>; taken: number; waitMs: number };

function run({
  processes,
  forSeconds,
  offered,
  capacityAt = () => capacity,
  providerMs = 50,
}: Model): Second[] {
  const seconds: Second[] = [];
  const limits: AdaptiveLimit[] = Array.from({ length: processes }, () => unlimited);
  const peaks = limits.map(() => 0);
  const underWay: Set<Work>[] = limits.map(() => new Set());
  const queue: Work[] = [];
  const ends: { readonly at: number; readonly work: Work }[] = [];
  const due = new Map<string, number>();
  let [room, turn] = [0, 0];
  for (const [index, tenant] of Object.keys(offered(0)).entries()) due.set(tenant, (index % 10) / 10);
  const countsOf = (process: number) => {
    const counts = new Map<string, number>();
    for (const { tenant } of underWay[process] ?? []) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    return counts;
  };
  for (let step = 0; step < (forSeconds * 1_000) / stepMs; step += 1) {
    const now = step * stepMs;
    const second = Math.floor(now / 1_000);
    const of = (seconds[second] ??= { begun: 0, refused: {}, taken: 0, waitMs: 0 });
    for (const [tenant, perSecond] of Object.entries(offered(second))) {
      due.set(tenant, (due.get(tenant) ?? 0) + (perSecond * stepMs) / 1_000);
      for (; (due.get(tenant) ?? 0) >= 1; due.set(tenant, (due.get(tenant) ?? 0) - 1)) {
        const process = (turn += 1) % processes;
        const max = limits[process]?.max;
        if (max !== undefined && !isWithin(max, countsOf(process), tenant)) {
          of.refused[tenant] = (of.refused[tenant] ?? 0) + 1;
          continue;
        }
        const work = { tenant, process, beganAt: now };
        queue.push(work);
        underWay[process]?.add(work);
        peaks[process] = Math.max(peaks[process] ?? 0, underWay[process]?.size ?? 0);
        of.begun += 1;
      }
    }
    room = Math.min(room + (capacityAt(second) * stepMs) / 1_000, queue.length);
    for (; room >= 1; room -= 1) {
      const work = queue.shift();
      if (!work) break;
      of.taken += 1;
      of.waitMs = Math.max(of.waitMs, now - work.beganAt);
      ends.push({ at: now + providerMs, work });
    }
    for (let end = ends[0]; end && end.at <= now; end = ends[0]) {
      ends.shift();
      underWay[end.work.process]?.delete(end.work);
    }
    if (step % stepsPerLook !== 0) continue;
    for (const [process, limit] of limits.entries()) {
      const own = underWay[process] ?? new Set();
      const head = queue.find((work) => work.process === process);
      limits[process] = adaptLimit(limit, {
        waitMs: head ? now - head.beganAt : 0,
        loopDelayMs: 1,
        underWay: own.size,
        peak: peaks[process] ?? 0,
      });
      peaks[process] = own.size;
    }
  }
  return seconds;
}

const refusedOf = (seconds: readonly Second[], tenant?: string) =>
  seconds.reduce(
    (sum, { refused }) =>
      sum +
      Object.entries(refused)
        .filter(([name]) => tenant === undefined || name === tenant)
        .reduce((all, [, count]) => all + count, 0),
    0,
  );
const waitOf = (seconds: readonly Second[]) => Math.max(...seconds.map(({ waitMs }) => waitMs));
const takenOf = (seconds: readonly Second[]) =>
  seconds.reduce((sum, { taken }) => sum + taken, 0) / seconds.length;

describe.each([1, 2, 3])('a flood of five times what can be done, with %i processes', (processes) => {
  const flood = { flood: 4.8 * capacity, modest: 0.2 * capacity };
  const forSeconds = 60;
  const during = run({ processes, forSeconds, offered: () => flood });

  it('leaves no worker without work', () => {
    expect(takenOf(during)).toBeGreaterThan(0.95 * capacity);
  });

  it('lets work wait a few seconds at most from a cold start, and about one for each process later', () => {
    expect(waitOf(during)).toBeLessThan(3_000 + processes * 1_200);
    expect(waitOf(during.slice(10))).toBeLessThan(processes * 1_000);
  });

  it('refuses little of a merchant that sends little while the limit comes down, and nothing later', () => {
    expect(refusedOf(during, 'modest')).toBeLessThan((0.06 * forSeconds * capacity) / 5);
    expect(refusedOf(during.slice(10), 'modest')).toBe(0);
  });

  it('is over with its last second', () => {
    const offered = (second: number) => (second < 30 ? flood : { modest: flood.modest });
    const after = run({ processes, forSeconds: 60, offered }).slice(30);
    expect(refusedOf(after)).toBe(0);
    expect(waitOf(after.slice(5))).toBeLessThan(100);
  });
});

describe('a flood while the provider takes two seconds', () => {
  it.each([40, 200])('leaves workers that can do %i a second hardly without work', (perSecond) => {
    const during = run({
      processes: 1,
      forSeconds: 60,
      providerMs: 2_000,
      capacityAt: () => perSecond,
      offered: () => ({ flood: 4.8 * perSecond, modest: 0.2 * perSecond }),
    });
    expect(takenOf(during.slice(0, 30))).toBeGreaterThan(0.9 * perSecond);
    expect(takenOf(during.slice(10))).toBeGreaterThan(0.95 * perSecond);
    expect(waitOf(during)).toBeLessThan(4_000);
  });
});

describe('many merchants', () => {
  it('that send little each and too much together get what can be done', () => {
    const offered = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`m${n}`, capacity / 100]));
    const during = run({ processes: 2, forSeconds: 60, offered: () => offered });
    expect(takenOf(during)).toBeGreaterThan(0.95 * capacity);
    expect(waitOf(during)).toBeLessThan(3_000);
  });
});

describe('workers that were gone for ten seconds', () => {
  it.each([
    ['and nothing else', 50, 3],
    ['with a provider that takes two seconds', 2_000, 10],
  ])('%s: no work is refused a few seconds after they are back', (_what, providerMs, soon) => {
    const seconds = run({
      processes: 1,
      forSeconds: 60,
      providerMs,
      offered: () => ({ one: 0.35 * capacity, other: 0.35 * capacity }),
      capacityAt: (second) => (second >= 10 && second < 20 ? 0 : capacity),
    });
    expect(refusedOf(seconds.slice(0, 10))).toBe(0);
    expect(refusedOf(seconds)).toBeGreaterThan(0);
    expect(refusedOf(seconds.slice(20 + soon))).toBe(0);
    expect(waitOf(seconds.slice(20 + soon))).toBeLessThan(200);
  });
});
