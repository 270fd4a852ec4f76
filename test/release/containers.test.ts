import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { imageStore, whyNoOwnEngine } from '../../scripts/containers/own-engine.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: docker-compose.yml comes up, and a payment survives kills, an upgrade and the way back, renewed keys, a restart and a
 * restore. Method: `npm run containers`, on a container engine of its own. It takes ten minutes, and as long again for what the
 * engine and the images are made of, once: it runs where an earlier run has made them, and where TEST_CONTAINERS=1 asks for it.
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
  const isWanted = process.env['TEST_CONTAINERS'] === '1' || existsSync(imageStore(process.env));
  if (!isWanted) return 'nothing has made its images here; TEST_CONTAINERS=1 does';
  return whyNoOwnEngine();
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
