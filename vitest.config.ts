import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/stack/longest-first.js';
import { lanesFor, measureSpeed, patienceFor } from './test/stack/machine-speed.js';
import { readRecentFailures } from './test/stack/test-times.js';

/**
 * Lanes and waits follow what the machine gives now. With more lanes than cores, tests fail by their waits. TEST_LANES and
 * TEST_PATIENCE say otherwise.
 */
const given = { lanes: process.env['TEST_LANES'], patience: process.env['TEST_PATIENCE'] };
const speed = given.lanes !== undefined && given.patience !== undefined ? 0 : await measureSpeed();
const laneCount = Number(given.lanes ?? lanesFor(speed));
const patience = Number(given.patience ?? patienceFor(speed));
process.env['TEST_PATIENCE'] = String(patience);
if (speed > 0)
  console.log(
    `Node ${process.versions.node}. Machine speed: ${speed.toFixed(2)} cores. Lanes: ${laneCount}. Waits: × ${patience}.`,
  );

/** Modules are loaded once per process: per file, loading would take most of a short file's time. */
const isolate = false;

/** Each starts a system of its own, without a lane, and keeps every processor busy: they run last, one at a time. */
const chaos = ['chaos', 'gate', 'containers'].map((name) => `test/release/${name}.test.ts`);

/** A run of the first tier includes the files of the second that failed lately, until they have passed ten times. */
const promoted =
  process.env['TEST_PROMOTED'] === '1'
    ? readRecentFailures('test/release').filter((file) => !chaos.includes(file))
    : [];

/** Each of these files has a lane to itself while it runs; they come after the unit tests, which want the processors. */
const inLanes = {
  isolate,
  // Other lanes keep the processors busy.
  testTimeout: 180_000 * patience,
  hookTimeout: 180_000 * patience,
  expect: { poll: { timeout: 60_000 * patience } },
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
          setupFiles: ['test/stack/samples.ts'],
          maxWorkers: availableParallelism(),
          include: ['apps/**/*.test.ts', 'libs/**/*.test.ts', 'tools/**/*.test.ts', 'test/unit/**/*.test.ts'],
          // Properties are tried hundreds of times, on machines that others use as well.
          testTimeout: 60_000 * patience,
        },
      },
      {
        test: {
          ...inLanes,
          ...mendsStacks,
          name: 'system',
          include: ['test/system/**/*.test.ts', ...promoted],
          globalSetup: [findsServer, 'test/stack/lane-stacks.ts'],
        },
      },
      {
        // The second tier, `npm test -- --all`: what proves the repository or a release.
        test: {
          ...inLanes,
          ...mendsStacks,
          name: 'release',
          include: ['test/release/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...chaos, ...promoted],
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
          testTimeout: 60_000 * patience,
          hookTimeout: 120_000 * patience,
          // Each file starts a Temporal server of its own; they run after the lanes.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...inLanes, name: 'chaos', include: chaos, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
