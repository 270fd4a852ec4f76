import { readFileSync, watchFile, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { cpuSecondsIn } from './thread-usage.js';

/**
 * Preloaded into a process by the bench alone: each of its threads follows what the file of BENCH_PROFILE_REQUEST says. From
 * `count` to `sample` it counts its CPU, from `sample` to `stop` it samples its stack. Both go into the folder of BENCH_PROFILES:
 * `<process>-<thread>.cpu` in seconds, and `<process>-<thread>.cpuprofile` as DevTools reads it.
 */
const lookEveryMs = 200;
const sampleEveryMicroseconds = 250;
const request = process.env['BENCH_PROFILE_REQUEST'] ?? '';
const folder = process.env['BENCH_PROFILES'] ?? '';
const name = `${process.env['BENCH_PROFILED'] ?? 'process'}-${isMainThread ? 'main' : `thread-${threadId}`}`;

const session = new Session();
let countedFrom = 0;

watchFile(request, { interval: lookEveryMs, persistent: false }, () => {
  const wanted = readFileSync(request, 'utf8');
  if (wanted === 'count') countedFrom = ownSeconds();
  if (wanted === 'sample') void sample();
  if (wanted === 'stop') void stop();
});

async function sample(): Promise<void> {
  writeFileSync(join(folder, `${name}.cpu`), String(ownSeconds() - countedFrom));
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: sampleEveryMicroseconds });
  await session.post('Profiler.start');
}

async function stop(): Promise<void> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
}

function ownSeconds(): number {
  return cpuSecondsIn(readFileSync('/proc/thread-self/stat', 'utf8'));
}
