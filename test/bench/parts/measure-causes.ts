import type { Profiler } from 'node:inspector';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharesOf, type Shares } from '../measures/causes.js';
import { measureRound } from '../measures/measure-round.js';
import { readThreads, type ThreadSeconds } from '../measures/thread-usage.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';

/** A thread that runs JavaScript; CPU milliseconds of a payment, and what they go into. */
type ThreadCauses = { readonly name: string; readonly ms: number; readonly shares: Shares };

export type CausesResult = {
  readonly node: string;
  readonly payments: number;
  /** CPU milliseconds of a payment by process and kind of thread. */
  readonly processes: Readonly<Record<string, ThreadSeconds>>;
  readonly threads: readonly ThreadCauses[];
};

const parallel = 32;
const warmUp = 300;
/** Longer than threads take to see a request. */
const requestMs = 1_500;

/**
 * What a payment's CPU goes into, by thread and by cause, in the api and the worker. CPU is counted in one round, and stacks are
 * sampled in the next one, because samples cost more CPU themselves. The profiles stay in `bench/profiles`: DevTools shows them
 * as flame graphs.
 */
export async function measureCauses(
  { report, stack, ...stage }: Stage,
  { perRound: payments }: BenchOptions,
): Promise<CausesResult> {
  const folder = join(process.cwd(), 'bench/profiles');
  const request = join(folder, 'request');
  const profiled = { api: stack.apps.api, worker: stack.apps.worker };
  const tell = async (what: 'count' | 'sample' | 'stop') => {
    await writeFile(request, what);
    await sleep(requestMs);
  };
  const round = (transactions: number) =>
    measureRound({ report, stack, ...stage }, stage.payment, { parallel, transactions });
  const usage = () => ({ api: readThreads(profiled.api.pid), worker: readThreads(profiled.worker.pid) });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(request, '');
  for (const [name, app] of Object.entries(profiled))
    await app.restart({
      NODE_OPTIONS: `--import=${import.meta.resolve('../measures/profile-on-request.js')}`,
      BENCH_PROFILE_REQUEST: request,
      BENCH_PROFILES: folder,
      BENCH_PROFILED: name,
    });
  const used = await report.step(`Measuring what ${payments} payments take`, async () => {
    await round(warmUp);
    await tell('count');
    const before = usage();
    await round(payments);
    const after = usage();
    await tell('sample');
    await round(payments);
    await tell('stop');
    return { api: perPayment(before.api, after.api), worker: perPayment(before.worker, after.worker) };
  });
  for (const app of Object.values(profiled)) await app.restart({ NODE_OPTIONS: '' });
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const threads = files.map(async (file) => {
    const name = file.replace('.cpuprofile', '');
    const seconds = Number(await readFile(join(folder, `${name}.cpu`), 'utf8'));
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profiler.Profile;
    return { name, ms: (seconds * 1_000) / payments, shares: sharesOf(profile) };
  });
  return { node: process.version, payments, processes: used, threads: await Promise.all(threads) };

  function perPayment(before: ThreadSeconds, after: ThreadSeconds): ThreadSeconds {
    const ms = (kind: keyof ThreadSeconds) => ((after[kind] - before[kind]) * 1_000) / payments;
    return { main: ms('main'), core: ms('core'), others: ms('others') };
  }
}
