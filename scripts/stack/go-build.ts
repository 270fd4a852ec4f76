import { spawnSync } from 'node:child_process';

import { runToEnd } from '../children.js';
import { inRepository } from '../paths.js';

type GoBuild = {
  /** The folder with go.mod and go.sum, in the repository. */
  readonly modules: string;
  /** The packages of the commands. */
  readonly commands: readonly string[];
  /** The file of the only command, or the folder of several; a folder ends with a slash. */
  readonly output: string;
};

/** Builds commands from the Go modules that a folder of this repository pins. Returns the reason when it did not work. */
export async function buildFromModules(
  { modules, commands, output: target }: GoBuild,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (spawnSync('go', ['version'], { env: environment }).status !== 0) return 'Go is not installed';
  // The checksums are committed: a build may neither add to them nor change a version.
  const flags = { GOFLAGS: '-mod=readonly -buildvcs=false', CGO_ENABLED: '0', GOWORK: 'off' };
  const { code, output } = await runToEnd(
    'go',
    ['build', '-trimpath', '-ldflags=-s -w', '-o', target, ...commands],
    { directory: inRepository(modules), environment: { ...environment, ...flags } },
  );
  if (code === 0) return undefined;
  const lines = output.trim().split('\n');
  return `go build failed: ${lines.find((line) => /^go: (?!downloading)/.test(line)) ?? lines.at(-1)}`;
}
