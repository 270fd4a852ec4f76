import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from '../failure.mjs';
import { waitForLock } from '../lock.mjs';
import { createReport } from '../report.mjs';
import { cacheFolder } from '../stack/cache.mjs';
import { obtainChromium } from './obtain-chromium.mjs';
import { tryChromium } from './try-chromium.mjs';

/** @typedef {import('./find-chromium.d.mts').Chromium} Chromium */
/** @typedef {import('./find-chromium.d.mts').FoundChromium} FoundChromium */

/** What a Chromium is called on PATH, the small one without windows first; and where macOS keeps one. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macFile = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * A Chromium that starts on this machine: the one CHROMIUM_PATH names; else one that is there, Playwright's own before
 * the system's; else one that can be had, by Playwright's download or, for root, as a package of the system. Throws a
 * Failure only for a CHROMIUM_PATH that leads nowhere.
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Report} [report]
 * @returns {Promise<Chromium>}
 */
export async function findChromium(environment, report = createReport()) {
  const given = environment.CHROMIUM_PATH;
  if (!given) return (await findPresent(environment)) ?? obtain(environment, report);
  const named = await tryChromium(given);
  if (named === undefined) throw new Failure(`CHROMIUM_PATH is ${given}, and no Chromium starts there.`);
  return named;
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<FoundChromium | undefined>}
 */
async function findPresent({ PATH = '' }) {
  const folders = PATH.split(delimiter);
  const files = systemNames.flatMap((name) => folders.map((folder) => join(folder || '.', name)));
  for (const file of [undefined, ...[...files, macFile].filter(existsSync)]) {
    const found = await tryChromium(file);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Report} report
 * @returns {Promise<Chromium>}
 */
function obtain(environment, report) {
  return report.step('Getting a Chromium', async (progress) => {
    const lockFile = join(cacheFolder(environment), 'chromium.lock');
    const lock = await waitForLock(lockFile, 'gets a Chromium', ({ pid }) =>
      progress.doing(`Waiting for another run (pid ${pid}) to get a Chromium`),
    );
    try {
      const find = () => findPresent(environment);
      const found = (await find()) ?? (await obtainChromium(environment, progress, find));
      progress.done('missing' in found ? 'Looked for a Chromium in vain' : `Got ${found.title}`);
      return found;
    } finally {
      lock.release();
    }
  });
}
