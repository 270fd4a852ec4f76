import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a worker process by the bench alone: on SIGUSR2 each of its threads collects its garbage and adds a
 * line to the file of BENCH_LIVE_MEMORY with the bytes that are left. Flows live in threads, whose garbage is their own.
 */
const file = process.env['BENCH_LIVE_MEMORY'] ?? '';
const channel = new BroadcastChannel('collect');
channel.unref();
channel.addEventListener('message', collect);
if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage('now');
    collect();
  });
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(file, `${JSON.stringify({ isMainThread, heapUsed, external })}\n`);
}
