import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { waitForLock } from '../lock.mjs';
import type { Progress, Report } from '../report.js';

/** The folder in which this user keeps programs for all clones. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'payments-gateway');
}

/** Holds the lock file during the work, and reports which process it waits for. */
export async function alone<T>(
  lockFile: string,
  what: string,
  progress: Progress,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await waitForLock(lockFile, `gets ${what}`, ({ pid }) =>
    progress.doing(`Waiting for another run (pid ${pid}) to get ${what}`),
  );
  try {
    return await work();
  } finally {
    lock.release();
  }
}

export type CachedProgram = {
  /** Its file or folder in the cache. */
  readonly target: string;
  /** Its name in messages. */
  readonly name: string;
  /** Whether what is at the target can be used. */
  readonly isThere: () => boolean;
  /** Makes it in a folder for whatever is needed on the way; returns where it is there, and how it was got. */
  readonly get: (
    folder: string,
    progress: Progress,
  ) => Promise<{ readonly made: string; readonly how: string }>;
};

/** Puts a program into the cache unless it is there; runs that ask at the same time wait for the first. */
export async function keepInCache(
  { target, name, isThere, get }: CachedProgram,
  report: Report,
): Promise<void> {
  if (isThere()) return;
  mkdirSync(dirname(target), { recursive: true });
  await report.step(`Getting the ${name}`, (progress) =>
    alone(`${target}.lock`, `the ${name}`, progress, async () => {
      if (isThere()) return;
      // Made beside the target and then renamed, so that an existing target is complete.
      const folder = mkdtempSync(`${target}.new-`);
      try {
        const { made, how } = await get(folder, progress);
        rmSync(target, { recursive: true, force: true });
        renameSync(made, target);
        progress.done(`${name} ${how}, kept in ${target}`);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
}
