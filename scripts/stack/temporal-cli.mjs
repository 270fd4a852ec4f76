import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from '../failure.mjs';
import { seconds } from '../report.mjs';
import { cacheFolder, keepInCache } from './cache.mjs';
import { buildFromModules } from './go-build.mjs';
import { downloadArchive } from './temporal-download.mjs';

const cliVersion = '1.8.2';
const modules = 'tools/temporal';
const commands = ['github.com/temporalio/cli/cmd/temporal'];
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
  if (!runs(cached)) {
    await keepInCache(
      {
        target: cached,
        name: 'Temporal CLI',
        isThere: () => runs(cached),
        async get(folder, progress) {
          const made = join(folder, 'temporal');
          const how = await downloadOrBuild(made, folder, environment, progress);
          chmodSync(made, 0o755);
          return { made, how };
        },
      },
      report,
    );
  }
  return { file: cached, title: `Temporal CLI ${cliVersion}` };
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
  const build = await buildFromModules({ modules, commands, output: draft }, environment);
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
