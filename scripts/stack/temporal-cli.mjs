import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { Failure } from '../failure.mjs';
import { waitForLock } from '../lock.mjs';
import { seconds } from '../report.mjs';
import { buildFromModules } from './temporal-build.mjs';
import { downloadArchive } from './temporal-download.mjs';

export const cliVersion = '1.8.2';
/** The oldest server whose Update-with-Start and eager start are on without being asked for. */
const serverMin = { major: 1, minor: 28 };

/**
 * @typedef {{ file: string, title: string }} TemporalCli
 */

/**
 * A `temporal` command that runs here: the one on PATH, else the one in this user's cache, else downloaded or built
 * into that cache, once.
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Report} report
 * @returns {Promise<TemporalCli>}
 */
export async function findTemporalCli(environment, report) {
  const onPath = findOnPath(environment, report);
  if (onPath !== undefined) return onPath;
  const cached = join(cacheFolder(environment), `temporal-${cliVersion}`);
  if (!runs(cached)) await obtain(cached, environment, report);
  return { file: cached, title: `Temporal CLI ${cliVersion}` };
}

/**
 * The folder of this user where the command is kept between clones.
 * @param {NodeJS.ProcessEnv} environment
 */
export function cacheFolder(environment) {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'payments-gateway');
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Report} report
 * @returns {TemporalCli | undefined}
 */
function findOnPath(environment, report) {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const file = join(folder || '.', 'temporal');
    const version = existsSync(file) ? versionOf(file) : undefined;
    if (version === undefined) continue;
    if (isOldServer(version)) {
      report.warn(`${file} is too old for us (${version}); looking for another Temporal CLI`);
      continue;
    }
    return { file, title: `Temporal CLI from PATH` };
  }
  return undefined;
}

/** @param {string} version "temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)" */
function isOldServer(version) {
  const match = /Server (\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major < serverMin.major || (major === serverMin.major && minor < serverMin.minor);
}

/** @param {string} file */
function runs(file) {
  return existsSync(file) && versionOf(file) !== undefined;
}

/** @param {string} file */
function versionOf(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? /temporal version .*/.exec(stdout)?.[0] : undefined;
}

/**
 * @param {string} target
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Report} report
 */
async function obtain(target, environment, report) {
  await report.step('Getting the Temporal CLI', async (progress) => {
    mkdirSync(dirname(target), { recursive: true });
    const lock = await waitForLock(`${target}.lock`, 'gets the Temporal CLI', ({ pid }) =>
      progress.doing(`Waiting for another run (pid ${pid}) to get the Temporal CLI`),
    );
    // Everything happens beside the target, and one rename puts it in place: it is whole whenever it exists.
    const folder = mkdtempSync(`${target}.new-`);
    try {
      if (runs(target)) return;
      const draft = join(folder, 'temporal');
      const how = await downloadOrBuild(draft, folder, environment, progress);
      chmodSync(draft, 0o755);
      renameSync(draft, target);
      progress.done(`Temporal CLI ${how}, kept in ${target}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      lock.release();
    }
  });
}

/**
 * @param {string} draft where the command is to be
 * @param {string} folder for whatever is needed on the way
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Progress} progress
 * @returns {Promise<string>} how it was got
 */
async function downloadOrBuild(draft, folder, environment, progress) {
  const startedAt = Date.now();
  progress.doing(`Downloading the Temporal CLI ${cliVersion}`);
  const download = await downloadArchive(cliVersion, draft, folder, environment);
  if (download === undefined && runs(draft)) return 'downloaded';

  progress.doing(`Building the Temporal CLI from Go modules (once; takes minutes)`);
  const build = await buildFromModules(draft, environment);
  if (build === undefined && runs(draft)) return 'built from Go modules';

  throw new Failure(
    `There is no Temporal server, and none could be had (tried for ${seconds(Date.now() - startedAt)}).`,
    [
      `Download: ${download ?? 'what came does not run on this machine'}`,
      `Build: ${build ?? 'what came out does not run on this machine'}`,
      'Set TEMPORAL_ADDRESS=host:port to a running Temporal server; or',
      'put the "temporal" command on PATH (https://docs.temporal.io/cli); or',
      'let this machine reach https://temporal.download, or install Go 1.26.4 or newer (https://go.dev/dl) with a module proxy.',
    ],
  );
}
