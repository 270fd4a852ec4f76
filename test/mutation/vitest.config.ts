import { defineConfig } from 'vitest/config';

/** The unit tests that hold the mutated rooms: `npm run mutate`. */
export default defineConfig({
  test: {
    include: [
      'libs/domain/**/*.test.ts',
      'libs/gateway/signature/**/*.test.ts',
      'test/unit/routing.test.ts',
      'test/unit/explain-routes.test.ts',
      'test/unit/switched-off.test.ts',
    ],
    runner: 'test/mutation/import-failures.ts',
    isolate: false,
    testTimeout: 60_000,
  },
});
