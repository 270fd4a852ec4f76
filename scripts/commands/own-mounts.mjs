import { spawnSync } from 'node:child_process';

import { startOnLeash } from '../children.mjs';
import { inRepository } from '../paths.mjs';

const mark = 'CHAOS_MOUNTS';
const graceSeconds = 30;

/**
 * Whether this process is in a mount namespace of its own, made by `runWithOwnMounts`.
 * @param {NodeJS.ProcessEnv} environment
 */
export function hasOwnMounts(environment) {
  return environment[mark] === 'own';
}

/**
 * Why this machine does not let us mount a disk that nobody else sees; undefined when it does.
 * @returns {string | undefined}
 */
export function whyNoOwnMounts() {
  const trial =
    'folder=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$folder" && umount "$folder"; rmdir "$folder"';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'sh', '-e', '-c', trial], {
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n')[0] ?? 'it says no more';
}

/**
 * Runs one of our commands again in a mount namespace of its own, with our output, and returns its exit code. Whatever it
 * mounts is gone when it ends.
 * @param {readonly string[]} commandArguments
 * @param {NodeJS.ProcessEnv} environment
 */
export async function runWithOwnMounts(commandArguments, environment) {
  const again = [process.execPath, inRepository('scripts/run.mjs'), ...commandArguments];
  const child = startOnLeash('unshare', ['--mount', ...again], {
    environment: { ...environment, [mark]: 'own' },
    output: 'inherit',
    graceSeconds,
    leavesFirst: true,
  });
  const { code } = await child.exited;
  return code ?? 1;
}
