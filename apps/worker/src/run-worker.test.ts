import type { Worker } from '@temporalio/worker';
import { expect, it, vi } from 'vitest';
import { memoryLog } from '#runtime/testing/memory-log';
import { runWorker } from './run-worker.js';

it('a worker that fails by itself says so, and ends the process', async () => {
  const { log, lines } = memoryLog();
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const broken = {
    run: () => Promise.reject(new Error('the core is gone')),
    getState: () => 'FAILED',
  } as unknown as Worker;
  await runWorker(log, 'transactions', broken).stop();
  expect(exit).toHaveBeenCalledWith(1);
  exit.mockRestore();
  const told = { level: 60, msg: 'worker failed', worker: 'transactions', error: 'the core is gone' };
  expect(lines).toEqual([expect.objectContaining(told)]);
});
