import { spawnSync } from 'node:child_process';

import { runToEnd } from '../children.mjs';
import { inRepository } from '../paths.mjs';

/** One of the two; the first is the smaller, and not every system has it. Pages without any font would be empty. */
const packages = ['chromium-headless-shell', 'chromium'];
const fonts = 'fonts-dejavu-core';
const connectMilliseconds = 10_000;
const packageLockSeconds = 120;

/**
 * Gets a Chromium onto this machine. Never throws: without one the tests in a browser are skipped, and say why.
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Progress} progress
 * @param {() => Promise<import('./find-chromium.d.mts').FoundChromium | undefined>} find
 * @returns {Promise<import('./find-chromium.d.mts').Chromium>}
 */
export async function obtainChromium(environment, progress, find) {
  progress.doing('Downloading a Chromium');
  const download = await downloadOwn(environment);
  const downloaded = download === undefined ? await find() : undefined;
  if (downloaded !== undefined) return downloaded;

  progress.doing('Installing a Chromium from the packages of the system');
  const installation = await installPackage(environment);
  const installed = installation === undefined ? await find() : undefined;
  if (installed !== undefined) return installed;

  const broken = 'what came does not start on this machine';
  return {
    missing: `download: ${download ?? broken}; package: ${installation ?? broken}. Set CHROMIUM_PATH to a Chromium.`,
  };
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>} undefined when it worked, else the reason
 */
async function downloadOwn(environment) {
  const playwright = inRepository('node_modules/playwright-core/cli.js');
  const command = [playwright, 'install', '--only-shell', 'chromium'];
  const { code, output } = await runToEnd(process.execPath, command, {
    environment: { ...environment, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectMilliseconds) },
  });
  return code === 0 ? undefined : (/^Error: (.*)$/m.exec(output)?.[1] ?? `Playwright ended with ${code}`);
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>} undefined when it worked, else the reason
 */
async function installPackage(environment) {
  if (process.getuid?.() !== 0) return 'only root installs packages';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get';
  const run = (/** @type {readonly string[]} */ words) =>
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
