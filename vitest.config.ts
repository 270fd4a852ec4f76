import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { laneCount } from './test/stack/lane.js';
import { LongestFirst } from './test/stack/longest-first.js';

/** What files import is read once for each process, and not for each file: it is most of what a short one takes. */
const isolate = false;

/** Each starts a system of its own by other means than the rest, and needs none of a lane's. */
const chaos = ['test/release/chaos.test.ts', 'test/release/gate.test.ts'];

/** Each of these files has a lane to itself while it runs; they come after the unit tests, which want the processors. */
const inLanes = {
  isolate,
  // Other lanes keep the processors busy.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers: laneCount,
  sequence: { groupOrder: 1 },
};
/** Before any time limit: a new machine builds the server's command first, in minutes. */
const findsServer = 'test/stack/find-server.ts';
const mendsStacks = { setupFiles: ['test/stack/mend-after-failure.ts'] };

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
          ...mendsStacks,
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          globalSetup: [findsServer, 'test/stack/lane-stacks.ts'],
        },
      },
      {
        // What proves the repository or a release, and not a change: `npm test -- --all`.
        test: {
          ...inLanes,
          ...mendsStacks,
          name: 'release',
          include: ['test/release/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...chaos],
          globalSetup: [findsServer, 'test/stack/lane-stacks.ts'],
        },
      },
      {
        test: {
          ...inLanes,
          ...mendsStacks,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [findsServer, 'test/browser/site.ts'],
          // Customers mostly wait: many at a time.
          maxConcurrency: 8,
        },
      },
      {
        test: {
          name: 'workflows',
          include: ['test/workflows/**/*.test.ts'],
          globalSetup: [findsServer],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each file with a Temporal server of its own, when nobody else wants the machine.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...inLanes, name: 'chaos', include: chaos },
      },
    ],
  },
});
