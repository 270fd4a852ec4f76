import type { Database } from '#persistence/database';
import { findPausedEndpoints, pauseWaiting, releaseCallbacks } from '#persistence/callbacks/endpoints';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

const lookEveryMs = 1_000;
const pausedAtOnceMax = 1_000;

export type WatchedEndpoints = Stoppable & { readonly isPaused: (endpoint: string) => boolean };

/**
 * Probes paused endpoints with one callback at a time, and releases all waiting callbacks once an endpoint accepts one
 * (contract §8). The set in memory only saves a query per delivery; the rows decide.
 */
export async function watchEndpoints(database: Database, log: Logger): Promise<WatchedEndpoints> {
  let paused: ReadonlySet<string> = new Set();
  const look = async () => {
    const found = new Set(await findPausedEndpoints(database));
    for (const endpoint of found) if (!paused.has(endpoint)) log.warn({ endpoint }, 'endpoint paused');
    for (const endpoint of paused) if (!found.has(endpoint)) log.info({ endpoint }, 'endpoint resumed');
    paused = found;
    if (paused.size > 0) await pauseWaiting(database, pausedAtOnceMax);
    await releaseCallbacks(database);
  };
  await look();
  const watching = repeat('endpoints', { everyMs: lookEveryMs, log, run: look });
  return { ...watching, isPaused: (endpoint) => paused.has(endpoint) };
}
