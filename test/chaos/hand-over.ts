import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAdmin } from '../stack/run-admin.js';
import type { ChaosStack } from './chaos-stack.js';

/** The last release and the next one, by the build ids of their workers. */
export type Release = 'last' | 'next';

const deployment = 'gateway';
const retryMs = 2_000;

/** The setting that names a process's release. Without versions any worker takes any workflow. */
export function variablesOf(release: Release, isVersioned: boolean): Readonly<Record<string, string>> {
  return { GATEWAY_BUILD: release, ...(isVersioned ? { WORKER_DEPLOYMENT: deployment } : {}) };
}

/**
 * `npm run release` of this build, repeated until it ends well: Temporal refuses a build until its workers have polled for a
 * few seconds, and may be down itself. What it says is kept beside the logs. Returns how long that took.
 */
export async function runRelease(
  { stack, directory }: ChaosStack,
  words: readonly string[],
  limitMs: number,
): Promise<number> {
  const environment = { ...stack.environment, WORKER_DEPLOYMENT: deployment };
  const startedAt = Date.now();
  for (;;) {
    const { code, output } = await runAdmin(['release', ...words], environment);
    const tookMs = Date.now() - startedAt;
    const said = `${new Date().toISOString()} ${words.join(' ')}: code ${code} after ${tookMs} ms\n${output}`;
    await appendFile(join(directory, 'logs', 'release.log'), said);
    if (code === 0) return tookMs;
    if (tookMs > limitMs) throw new Error(`release ${words.join(' ')} ended with ${code}:\n${output}`);
    await sleep(retryMs);
  }
}
