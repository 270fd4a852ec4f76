import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyUsage } from '../../apps/admin/src/keys/read-key-arguments.js';
import { helpFor, scripts } from '../../scripts/help.mjs';
import { callUsage, listenUsage, routeUsage } from '../../tools/demo/command-arguments.js';

const packageFile = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const described = Object.assign({}, ...Object.values(scripts)) as (typeof scripts)[string];

it('names every npm script in one group, with a line each', () => {
  const names = Object.values(scripts).flatMap((group) => Object.keys(group));
  expect([...names, 'help'].toSorted()).toEqual(Object.keys(packageFile.scripts).toSorted());
  const help = helpFor(['help']) ?? '';
  for (const [name, { does }] of Object.entries(described)) {
    expect(help).toMatch(new RegExp(`^  ${name} +${does.slice(0, 8)}`, 'm'));
  }
});

it.each([
  ['call', [callUsage]],
  ['route', [routeUsage]],
  ['listen', [listenUsage]],
  ['keys', [...keyUsage]],
])('%s --help says what the command itself says where it is used wrongly', (name, usage) => {
  expect(described[name]?.usage).toEqual(usage);
  for (const line of usage) expect(helpFor([name, '--help'])).toContain(line);
});

it('answers only those who ask', () => {
  expect(helpFor(['call', 'GET', '/v2/methods'])).toBeUndefined();
  expect(helpFor(['no-such-command', '--help'])).toBeUndefined();
  expect(helpFor(['demo', '--help'])).toContain('npm run demo [-- --exit]');
  expect(helpFor(['ledger:check', '-h'])).toContain('npm run ledger:check');
});
