import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { waitForLock } from '../lock.mjs';

/**
 * The folder of this user where programs are kept between clones.
 * @param {NodeJS.ProcessEnv} environment
 */
export function cacheFolder(environment) {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'payments-gateway');
}

/**
 * Gets a program into the cache, once, however many runs ask for it at the same time.
 * @param {object} options
 * @param {string} options.target its file or folder in the cache
 * @param {string} options.name what a person calls it
 * @param {() => boolean} options.isThere whether what is at the target can be used
 * @param {(folder: string, progress: import('../report.mjs').Progress) => Promise<{ made: string, how: string }>} options.get
 *   makes it in a folder for whatever is needed on the way; returns where it is there, and how it was got
 * @param {import('../report.mjs').Report} report
 */
export async function keepInCache({ target, name, isThere, get }, report) {
  await report.step(`Getting the ${name}`, async (progress) => {
    mkdirSync(dirname(target), { recursive: true });
    const lock = await waitForLock(`${target}.lock`, `gets the ${name}`, ({ pid }) =>
      progress.doing(`Waiting for another run (pid ${pid}) to get the ${name}`),
    );
    // Everything happens beside the target, and one rename puts it in place: it is whole whenever it exists.
    const folder = mkdtempSync(`${target}.new-`);
    try {
      if (isThere()) return;
      const { made, how } = await get(folder, progress);
      rmSync(target, { recursive: true, force: true });
      renameSync(made, target);
      progress.done(`${name} ${how}, kept in ${target}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      lock.release();
    }
  });
}
