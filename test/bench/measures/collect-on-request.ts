import { appendFileSync, watchFile } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Preloaded into a worker process by the bench alone: whenever the file of BENCH_COLLECT_REQUEST changes, each of its
 * threads collects its garbage and adds a line to the file of BENCH_LIVE_MEMORY with the bytes that are left. Workflows live
 * in threads, and the garbage of a thread is its own.
 */
const lookEveryMs = 500;
const request = process.env['BENCH_COLLECT_REQUEST'] ?? '';
const answers = process.env['BENCH_LIVE_MEMORY'] ?? '';

watchFile(request, { interval: lookEveryMs, persistent: false }, () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  // What a finalizer of the first collection has let go of.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(answers, `${JSON.stringify({ heapUsed, external })}\n`);
});
