import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { whyNoOwnEngine } from '../../scripts/containers/own-engine.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: docker-compose.yml comes up, and a payment survives kills, an upgrade and the way back, renewed keys, a restart and a
 * restore. Method: `npm run containers`, on a container engine of its own. It takes ten minutes, and as long again for what the
 * engine and the images are made of, once: TEST_CONTAINERS=1 asks for it.
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
  if (process.env['TEST_CONTAINERS'] !== '1') return 'TEST_CONTAINERS=1 asks for it';
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
