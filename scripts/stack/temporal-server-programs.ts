import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import type { Report } from '../report.js';
import { cacheFolder, keepInCache } from './cache.js';
import { buildFromModules } from './go-build.js';
import { serverVersion } from './temporal-server-configuration.js';

const modules = 'tools/temporal-server';

export type TemporalPrograms = {
  readonly server: string;
  /** Makes the tables of a database. */
  readonly sqlTool: string;
};

/**
 * Temporal's server and the tool for its databases, as they run in production: those in this user's cache, else built
 * into it from Go modules, once.
 */
export async function findTemporalServer(
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<TemporalPrograms> {
  const target = join(cacheFolder(environment), `temporal-server-${serverVersion}`);
  const programs = programsIn(target);
  await keepInCache(
    {
      target,
      name: `Temporal server ${serverVersion}`,
      isThere: () => runs(programs),
      async get(folder, progress) {
        progress.doing(`Building the Temporal server ${serverVersion} from Go modules (once; takes minutes)`);
        return { made: await build(join(folder, 'programs'), environment), how: 'built from Go modules' };
      },
    },
    report,
  );
  return programs;
}

/** `draft`: the folder to build into. */
async function build(draft: string, environment: NodeJS.ProcessEnv): Promise<string> {
  mkdirSync(draft);
  const commands = ['go.temporal.io/server/cmd/server', 'go.temporal.io/server/cmd/tools/sql'];
  const problem = await buildFromModules({ modules, commands, output: `${draft}/` }, environment);
  const programs = programsIn(draft);
  if (problem === undefined) {
    // Go names them after their folders.
    renameSync(join(draft, 'server'), programs.server);
    renameSync(join(draft, 'sql'), programs.sqlTool);
    if (runs(programs)) return draft;
  }
  throw new Failure('The Temporal server could not be built.', [
    problem ?? 'The build does not run on this machine.',
    'Install Go 1.26.4 or newer (https://go.dev/dl) with a module proxy; or',
    'leave "--temporal postgres" out: the development server needs no build.',
  ]);
}

function programsIn(folder: string): TemporalPrograms {
  return { server: join(folder, 'temporal-server'), sqlTool: join(folder, 'temporal-sql-tool') };
}

function runs({ server, sqlTool }: TemporalPrograms): boolean {
  return [server, sqlTool].every((file) => {
    const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
    return status === 0 && stdout.includes(serverVersion);
  });
}
