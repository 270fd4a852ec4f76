import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright-core';

import { runToEnd } from './children.js';
import { Failure } from './failure.mjs';
import { inRepository } from './paths.js';
import { createReport, type Progress, type Report } from './report.js';
import { alone, cacheFolder } from './stack/cache.js';

/** `file` undefined: the one that Playwright has downloaded and finds by itself. */
type FoundChromium = { readonly file: string | undefined; readonly title: string };
/** The reason why no browser was found. */
export type Chromium = FoundChromium | { readonly missing: string };

/** What a Chromium is called on PATH, the small one without windows first; and where macOS keeps one. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macFile = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** Packages of which one is enough; the first is smaller, but not every system has it. Without a font, pages would be empty. */
const packages = ['chromium-headless-shell', 'chromium'];
const fonts = 'fonts-dejavu-core';
const startMilliseconds = 30_000;
const connectMilliseconds = 10_000;
const packageLockSeconds = 120;

/**
 * A Chromium that starts on this machine: the one CHROMIUM_PATH names; else one that is there, Playwright's own before
 * the system's; else one that can be had, by Playwright's download or, for root, as a package of the system. Throws a
 * Failure only for a CHROMIUM_PATH that leads nowhere.
 */
export async function findChromium(
  environment: NodeJS.ProcessEnv,
  report: Report = createReport(),
): Promise<Chromium> {
  const given = environment.CHROMIUM_PATH;
  if (given) {
    const named = await tryChromium(given);
    if (named === undefined) throw new Failure(`CHROMIUM_PATH is ${given}, but no Chromium starts there.`);
    return named;
  }
  const find = () => findPresent(environment);
  const present = await find();
  if (present !== undefined) return present;
  return report.step('Getting Chromium', (progress) =>
    alone(join(cacheFolder(environment), 'chromium.lock'), 'a Chromium', progress, async () => {
      const found = (await find()) ?? (await obtain(environment, progress, find));
      progress.done('missing' in found ? 'Found no Chromium' : `Got ${found.title}`);
      return found;
    }),
  );
}

async function findPresent({ PATH = '' }: NodeJS.ProcessEnv): Promise<FoundChromium | undefined> {
  const folders = PATH.split(delimiter);
  const files = systemNames.flatMap((name) => folders.map((folder) => join(folder || '.', name)));
  for (const file of [undefined, ...[...files, macFile].filter((path) => existsSync(path))]) {
    const found = await tryChromium(file);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Starts a Chromium and ends it again: the only proof that all its libraries are there. */
async function tryChromium(file: string | undefined): Promise<FoundChromium | undefined> {
  try {
    const browser = await chromium.launch({ executablePath: file, timeout: startMilliseconds });
    const title = `Chromium ${browser.version()}${file === undefined ? '' : ` (${file})`}`;
    await browser.close();
    return { file, title };
  } catch {
    return undefined;
  }
}

/** Never throws: without a Chromium the tests in a browser are skipped, and say why. */
async function obtain(
  environment: NodeJS.ProcessEnv,
  progress: Progress,
  find: () => Promise<FoundChromium | undefined>,
): Promise<Chromium> {
  progress.doing('Downloading Chromium');
  const download = await downloadOwn(environment);
  const downloaded = download === undefined ? await find() : undefined;
  if (downloaded !== undefined) return downloaded;

  progress.doing('Installing Chromium as a package of the system');
  const installation = await installPackage(environment);
  const installed = installation === undefined ? await find() : undefined;
  if (installed !== undefined) return installed;

  const broken = 'it does not start on this machine';
  return {
    missing: `download: ${download ?? broken}; package: ${installation ?? broken}. Set CHROMIUM_PATH to the path of a Chromium.`,
  };
}

/** Returns the reason when it did not work. */
async function downloadOwn(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const playwright = inRepository('node_modules/playwright-core/cli.js');
  const words = [playwright, 'install', '--only-shell', 'chromium'];
  const { code, output } = await runToEnd(process.execPath, words, {
    environment: { ...environment, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectMilliseconds) },
  });
  return code === 0 ? undefined : (/^Error: (.*)$/m.exec(output)?.[1] ?? `Playwright ended with ${code}`);
}

/** Returns the reason when it did not work. */
async function installPackage(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root installs packages';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get';
  const run = (words: readonly string[]) =>
    runToEnd('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${packageLockSeconds}`, ...words], {
      environment: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    });
  await run(['update']);
  let reason = '';
  for (const name of packages) {
    const { code, output } = await run(['install', '--yes', '--no-install-recommends', name, fonts]);
    if (code === 0) return undefined;
    reason ||= /^E: .*$/m.exec(output)?.[0] ?? `apt-get ended with ${code}`;
  }
  return reason;
}
