import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { enginePrograms, hasEnginePrograms } from '../../scripts/containers/engine-programs.js';
import { hasImageParts } from '../../scripts/containers/image-parts.js';
import { whyNoOwnEngine } from '../../scripts/containers/own-engine.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: docker-compose.yml comes up, and a payment survives kills, an upgrade and the way back, renewed keys, a restart and a
 * restore. Method: `npm run containers`, on a container engine of its own. The programs of the engine and of the images take
 * minutes to build: without them, in a fresh clone's first run, this is skipped unless TEST_CONTAINERS=1.
 */
const why = whyNotHere();
const limitMs = patient(20 * 60_000);

it.skipIf(why !== undefined)(
  `runs the containers through their day${why === undefined ? '' : `, skipped: ${why}`}`,
  async () => {
    const { code, output } = await runContainers();
    expect(code === 0 ? '' : output).toBe('');
    expect(output).toContain('No fault was found.');
  },
  limitMs,
);

function whyNotHere(): string | undefined {
  const missing = whyNoOwnEngine();
  if (missing !== undefined) return missing;
  const isCached = hasEnginePrograms(enginePrograms(process.env)) && hasImageParts(process.env);
  if (isCached || process.env['TEST_CONTAINERS'] === '1') return undefined;
  return 'the programs of the images are not in the cache; npm run containers gets them';
}

function runContainers(): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'containers']);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
