import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { laneCount } from './test/support/lane.js';
import { LongestFirst } from './test/support/longest-first.js';

/** What files import is read once for each process, and not for each file: it is most of what a short one takes. */
const isolate = false;

/** They ask all that the machine can give, and judge how soon everything ends: they run when all others are over. */
const alone = ['test/system/chaos.test.ts', 'test/system/gate.test.ts'];

/** Each of these files has a lane to itself while it runs; they come after the unit tests, which want the processors. */
const inLanes = {
  isolate,
  // Other lanes keep the processors busy.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers: laneCount,
  setupFiles: ['test/support/mend-after-failure.ts'],
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // At the end all lanes stop their stacks.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          maxWorkers: availableParallelism(),
          include: ['apps/**/*.test.ts', 'libs/**/*.test.ts', 'tools/**/*.test.ts', 'test/unit/**/*.test.ts'],
          // Properties are tried hundreds of times, on machines that others use as well.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...inLanes,
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          globalSetup: ['test/support/lane-stacks.ts'],
        },
      },
      {
        test: {
          ...inLanes,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/site.ts'],
          // Customers mostly wait: many at a time.
          maxConcurrency: 8,
        },
      },
      {
        test: {
          name: 'workflows',
          include: ['test/workflows/**/*.test.ts'],
          globalSetup: ['test/workflows/find-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each file with a Temporal server of its own, when nobody else wants the machine.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { name: 'chaos', include: alone, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
