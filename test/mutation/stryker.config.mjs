/** Mutants of the rooms in which money is decided, and the unit tests that have to find them. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  mutate: [
    'libs/domain/{transaction,routing,limits,values,delivery}/**/*.ts',
    'libs/gateway/signature/**/*.ts',
    '!**/*.test.ts',
    '!**/*.d.ts',
    '!**/testing/**',
  ],
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  ignorePatterns: ['dist', '.data', '.cache', 'docs', 'bruno', 'test/replay', 'test/release', 'test/system'],
  tempDirName: '.data/mutation/sandbox',
  jsonReporter: { fileName: '.data/mutation/report.json' },
  htmlReporter: { fileName: '.data/mutation/report.html' },
  incremental: true,
  incrementalFile: '.data/mutation/incremental.json',
  thresholds: { high: 90, low: 85, break: 85 },
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
};
