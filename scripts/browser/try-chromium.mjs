import { chromium } from 'playwright-core';

const startMilliseconds = 30_000;

/**
 * Starts a Chromium and ends it again: the only proof that all its libraries are there.
 * @param {string | undefined} file Playwright's own when undefined
 * @returns {Promise<import('./find-chromium.d.mts').FoundChromium | undefined>} undefined when it does not start
 */
export async function tryChromium(file) {
  try {
    const browser = await chromium.launch({ executablePath: file, timeout: startMilliseconds });
    const title = `Chromium ${browser.version()}${file === undefined ? '' : ` (${file})`}`;
    await browser.close();
    return { file, title };
  } catch {
    return undefined;
  }
}
