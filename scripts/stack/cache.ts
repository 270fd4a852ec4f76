import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { waitForLock } from '../lock.mjs';
import type { Progress, Report } from '../report.js';

/** The folder of this user where programs are kept between clones. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'payments-gateway');
}

/** Takes the lock file, saying on the way whom it waits for, and gives it back when the work is done. */
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
  /** What a person calls it. */
  readonly name: string;
  /** Whether what is at the target can be used. */
  readonly isThere: () => boolean;
  /** Makes it in a folder for whatever is needed on the way; returns where it is there, and how it was got. */
  readonly get: (
    folder: string,
    progress: Progress,
  ) => Promise<{ readonly made: string; readonly how: string }>;
};

/** Gets a program into the cache unless it is there, once, however many runs ask for it at the same time. */
export async function keepInCache(
  { target, name, isThere, get }: CachedProgram,
  report: Report,
): Promise<void> {
  if (isThere()) return;
  mkdirSync(dirname(target), { recursive: true });
  await report.step(`Getting the ${name}`, (progress) =>
    alone(`${target}.lock`, `the ${name}`, progress, async () => {
      if (isThere()) return;
      // Everything happens beside the target, and one rename puts it in place: it is whole whenever it exists.
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
