import { spawnSync } from 'node:child_process';

import { runToEnd } from '../children.mjs';
import { inRepository } from '../paths.mjs';

/**
 * Builds the command from the modules that tools/temporal pins.
 * @param {string} draft
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>} undefined when it worked, else the reason
 */
export async function buildFromModules(draft, environment) {
  if (spawnSync('go', ['version'], { env: environment }).status !== 0) return 'Go is not installed';
  const { code, output } = await runToEnd(
    'go',
    ['build', '-trimpath', '-ldflags=-s -w', '-o', draft, 'github.com/temporalio/cli/cmd/temporal'],
    {
      directory: inRepository('tools/temporal'),
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
