import { spawnSync } from 'node:child_process';

import { runToEnd } from '../children.mjs';
import { inRepository } from '../paths.mjs';

/**
 * Builds commands from the Go modules that a folder of this repository pins.
 * @param {object} options
 * @param {string} options.modules the folder with go.mod and go.sum, in the repository
 * @param {readonly string[]} options.commands their packages
 * @param {string} options.output the file of the only command, or the folder of several; a folder ends with a slash
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>} undefined when it worked, else the reason
 */
export async function buildFromModules({ modules, commands, output: target }, environment) {
  if (spawnSync('go', ['version'], { env: environment }).status !== 0) return 'Go is not installed';
  const { code, output } = await runToEnd(
    'go',
    ['build', '-trimpath', '-ldflags=-s -w', '-o', target, ...commands],
    {
      directory: inRepository(modules),
      // The checksums are committed: a build may neither add to them nor change a version.
      environment: {
        ...environment,
        GOFLAGS: '-mod=readonly -buildvcs=false',
        CGO_ENABLED: '0',
        GOWORK: 'off',
      },
    },
  );
  if (code === 0) return undefined;
  const lines = output.trim().split('\n');
  return `go build failed: ${lines.find((line) => /^go: (?!downloading)/.test(line)) ?? lines.at(-1)}`;
}
