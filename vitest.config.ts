import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['apps/**/*.test.ts', 'libs/**/*.test.ts', 'tools/**/*.test.ts', 'test/unit/**/*.test.ts'],
          // Properties are tried hundreds of times, on machines that others use as well.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          globalSetup: ['test/support/stack.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/site.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Customers mostly wait: many at a time, in two files, even where there are two processors.
          maxWorkers: 2,
          maxConcurrency: 8,
          // After the unit tests and before the system tests, which want the machine for themselves.
          sequence: { groupOrder: 1 },
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
    ],
  },
});
