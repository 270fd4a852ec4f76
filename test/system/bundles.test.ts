import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Goal: one file for each process and program still leads to the place where something failed (docs/decisions/0038). */
it.each([
  ['api', 'api/src/main.ts'],
  ['worker', 'worker/src/settings.ts'],
  ['checkout', 'checkout/src/main.ts'],
  ['staff', 'staff/src/main.ts'],
  ['admin/check-ledger', 'admin/src/check-ledger.ts'],
])('a stack trace of %s leads to its TypeScript', (bundle, source) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', `dist/bundles/${bundle}.js`],
    { env: {}, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('DATABASE_URL is not set');
  expect(stderr).toMatch(/at readEnvironment \(\S+\/libs\/runtime\/read-environment\.ts:\d+:\d+\)/);
  expect(stderr).toMatch(new RegExp(`apps/${source}:\\d+:\\d+`));
});
