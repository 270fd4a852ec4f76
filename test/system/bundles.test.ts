import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Goal: one file for each process costs nobody the place where something failed (docs/decisions/0038). */
it.each(['api', 'worker', 'checkout', 'staff'])('a stack trace of %s leads to its TypeScript', (app) => {
  const { status, stderr } = spawnSync(process.execPath, ['--enable-source-maps', `dist/bundles/${app}.js`], {
    env: {},
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('DATABASE_URL is not set');
  expect(stderr).toMatch(/at readEnvironment \(\S+\/libs\/runtime\/read-environment\.ts:\d+:\d+\)/);
  expect(stderr).toMatch(new RegExp(`apps/${app}/src/\\w+\\.ts:\\d+:\\d+`));
});
