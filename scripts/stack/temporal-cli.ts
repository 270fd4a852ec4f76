import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from '../failure.mjs';
import { seconds, type Progress, type Report } from '../report.js';
import { cacheFolder, keepInCache } from './cache.js';
import { buildFromModules } from './go-build.js';
import { downloadArchive } from './temporal-download.js';

const cliVersion = '1.8.2';
const modules = 'tools/temporal';
const commands = ['github.com/temporalio/cli/cmd/temporal'];
/** The oldest server with Update-with-Start and eager start on by default. */
const serverMin = { major: 1, minor: 28 };

export type TemporalCli = { readonly file: string; readonly title: string };

/**
 * A `temporal` command that runs here: the one on PATH, else the one in this user's cache, else downloaded or built
 * into that cache, once.
 */
export async function findTemporalCli(environment: NodeJS.ProcessEnv, report: Report): Promise<TemporalCli> {
  const onPath = findOnPath(environment, report);
  if (onPath !== undefined) return onPath;
  const file = join(cacheFolder(environment), `temporal-${cliVersion}`);
  await keepInCache(
    {
      target: file,
      name: 'Temporal CLI',
      isThere: () => versionOf(file) !== undefined,
      async get(folder, progress) {
        const made = join(folder, 'temporal');
        const how = await downloadOrBuild(made, folder, environment, progress);
        chmodSync(made, 0o755);
        return { made, how };
      },
    },
    report,
  );
  return { file, title: `Temporal CLI ${cliVersion}` };
}

function findOnPath(environment: NodeJS.ProcessEnv, report: Report): TemporalCli | undefined {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const file = join(folder || '.', 'temporal');
    const version = versionOf(file);
    if (version === undefined) continue;
    if (!isOldServer(version)) return { file, title: `Temporal CLI from PATH` };
    report.warn(`${file} is too old (${version}); looking for another Temporal CLI`);
  }
  return undefined;
}

/** `version`: "temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)". */
function isOldServer(version: string): boolean {
  const match = /Server (\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major < serverMin.major || (major === serverMin.major && minor < serverMin.minor);
}

/** The output of `--version`; undefined if the command does not run. */
function versionOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? /temporal version .*/.exec(stdout)?.[0] : undefined;
}

/** `draft`: where the command is to be, in the folder for whatever is needed on the way. Returns how it was got. */
async function downloadOrBuild(
  draft: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<string> {
  const startedAt = Date.now();
  const runs = () => versionOf(draft) !== undefined;
  progress.doing(`Downloading the Temporal CLI ${cliVersion}`);
  const download = await downloadArchive(cliVersion, folder, environment);
  if (download === undefined && runs()) return 'downloaded';

  progress.doing(`Building the Temporal CLI from Go modules (once; takes minutes)`);
  const build = await buildFromModules({ modules, commands, output: draft }, environment);
  if (build === undefined && runs()) return 'built from Go modules';

  throw new Failure(
    `Found no Temporal server, and could not get one (tried for ${seconds(Date.now() - startedAt)}).`,
    [
      `Download: ${download ?? 'it does not run on this machine'}`,
      `Build: ${build ?? 'it does not run on this machine'}`,
      'Set TEMPORAL_ADDRESS=host:port to a running Temporal server; or',
      'put the "temporal" command on PATH (https://docs.temporal.io/cli); or',
      'let this machine reach https://temporal.download, or install Go 1.26.4 or newer (https://go.dev/dl) with a module proxy.',
    ],
  );
}
