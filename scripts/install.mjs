import { existsSync, readFileSync } from 'node:fs';

import { runToEnd } from './children.mjs';
import { Failure } from './failure.mjs';
import { waitForLock } from './lock.mjs';
import { inRepository } from './paths.mjs';

/** One run at a time installs and builds; it lies in the repository because that is what it guards. */
export const bootstrapLock = inRepository('.data/bootstrap.lock');

const errorLinesMax = 6;

/**
 * Installs the dependencies when those in node_modules are not the ones package-lock.json names.
 * @param {import('./report.mjs').Report} report
 * @param {NodeJS.ProcessEnv} environment
 */
export async function installDependencies(report, environment) {
  if (dependenciesAreInstalled()) return;
  await report.step('Installing dependencies (npm ci)', async (progress) => {
    const lock = await waitForLock(bootstrapLock, 'installs dependencies', ({ pid }) =>
      progress.doing(`Waiting for another run (pid ${pid}) to install and build`),
    );
    try {
      if (!dependenciesAreInstalled()) await runNpmCi(environment);
    } finally {
      lock.release();
    }
    progress.done('Dependencies installed');
  });
}

/**
 * Compares package-lock.json with the list npm leaves in node_modules. Only optional packages may be absent: those of
 * other platforms are. An interrupted installation, one without development packages and an older one all differ.
 */
export function dependenciesAreInstalled() {
  const installedList = inRepository('node_modules/.package-lock.json');
  if (!existsSync(installedList)) return false;
  const wanted = packagesIn(inRepository('package-lock.json'));
  const installed = packagesIn(installedList);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** @param {NodeJS.ProcessEnv} environment */
async function runNpmCi(environment) {
  // NODE_ENV=production would leave out what the build needs.
  const { NODE_ENV: _, ...rest } = environment;
  const npm = npmCommand(environment);
  const [command, ...npmArguments] = [...npm, 'ci', '--include=dev', '--include=optional', '--no-audit'];
  const { code, output } = await runToEnd(command, [...npmArguments, '--no-fund'], { environment: rest });
  if (code === 0) return;
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) (?!\s+at )\S/.test(line));
  throw new Failure(`npm ci ended with code ${code}.`, [
    ...lines.slice(0, errorLinesMax),
    'Check that the npm registry can be reached, then run "npm ci" by hand to see everything it says.',
  ]);
}

/**
 * The npm that runs us, so that its settings hold; else the one on PATH.
 * @param {NodeJS.ProcessEnv} environment
 */
export function npmCommand({ npm_execpath: file }) {
  return file?.endsWith('npm-cli.js') && existsSync(file) ? [process.execPath, file] : ['npm'];
}
