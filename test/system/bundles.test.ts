import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Goal: with one file for each process, a stack trace still names the place that failed (docs/decisions/0038). */
it.each([
  ['api', 'api/src/main.ts'],
  ['worker', 'worker/src/settings.ts'],
  ['checkout', 'checkout/src/main.ts'],
  ['staff', 'staff/src/main.ts'],
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

it('a command says in one sentence what failed, and with LOG_LEVEL=debug where', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['--enable-source-maps', 'dist/bundles/gateway.js', 'ledger', 'check'], {
      env,
      encoding: 'utf8',
    });
  const sentence = 'Environment: DATABASE_URL is not set. See .env.example.\n';
  expect(run({})).toMatchObject({ status: 2, stdout: '', stderr: sentence });
  const { status, stderr } = run({ LOG_LEVEL: 'debug' });
  expect([status, stderr.startsWith(sentence)]).toEqual([2, true]);
  expect(stderr).toMatch(/apps\/cli\/src\/command\/session\.ts:\d+:\d+/);
});
