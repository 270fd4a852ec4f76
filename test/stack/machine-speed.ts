import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { lanesMax } from './lane.js';

/** One count of the calibration on a core of the reference machine that does nothing else, in milliseconds. */
const referenceMs = 270;
const steps = 200_000_000;
/** A function, because V8 does not keep variables of a script's top level in registers. */
const program = `
  const { parentPort } = require('node:worker_threads');
  function count() {
    let value = 1;
    for (let step = 0; step < ${steps}; step += 1) value = (Math.imul(value, 1664525) + 1013904223) | 0;
    return value;
  }
  const startedAt = performance.now();
  const value = count();
  parentPort.postMessage({ elapsedMs: performance.now() - startedAt, value });
`;

/** The shared stack of a lane, and the two that a file may start beside it. */
const bytesOfLane = 3 * 2 ** 30;
/** The waits of the tests fit a machine that gives two reference cores. */
const coresOfWaits = 2;
const patienceMax = 4;

/**
 * What this machine gives a run now, in cores of the reference machine: every processor counts at once, for a quarter of a
 * second on the reference machine. A slower processor, other load and a quota of processor time all lower the figure.
 */
export async function measureSpeed(): Promise<number> {
  const times = await Promise.all(Array.from({ length: availableParallelism() }, countOnce));
  return times.reduce((sum, elapsedMs) => sum + referenceMs / elapsedMs, 0);
}

/**
 * 1 to 12 lanes: one for each core, but two on anything above one core, because a lane waits more than it works; and no more
 * than one for each 3 GiB of memory.
 */
export function lanesFor(speed: number, memoryBytes = totalmem()): number {
  const wanted = Math.max(Math.round(speed), Math.min(2, Math.ceil(speed)));
  return Math.min(lanesMax, Math.max(1, Math.min(wanted, Math.floor(memoryBytes / bytesOfLane))));
}

/** The factor of every wait: 1 on two reference cores or more, 2 on half of that, never more than 4. */
export function patienceFor(speed: number): number {
  const factor = Math.max(1, Math.min(patienceMax, coresOfWaits / speed));
  return Math.round(factor * 10) / 10;
}

function countOnce(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true });
    worker.once('message', ({ elapsedMs }: { elapsedMs: number }) => resolve(elapsedMs));
    worker.once('error', reject);
  });
}
