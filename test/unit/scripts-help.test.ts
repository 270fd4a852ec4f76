import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nouns } from '../../apps/cli/src/gateway.js';
import { helpFor, operatorScripts, scripts } from '../../scripts/help.mjs';
import { callUsage, listenUsage, routeUsage } from '../../tools/demo/command-arguments.js';

const packageFile = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const described = Object.assign({}, ...Object.values(scripts)) as (typeof scripts)[string];

it('names every npm script in one group, with a line each', () => {
  const groups = [...Object.values(scripts), operatorScripts()];
  const names = groups.flatMap((group) => Object.keys(group));
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
])('%s --help says what the command itself says where it is used wrongly', (name, usage) => {
  expect(described[name]?.usage).toEqual(usage);
  for (const line of usage) expect(helpFor([name, '--help'])).toContain(line);
});

it('answers only those who ask', () => {
  expect(helpFor(['call', 'GET', '/v2/methods'])).toBeUndefined();
  expect(helpFor(['no-such-command', '--help'])).toBeUndefined();
  expect(helpFor(['demo', '--help'])).toContain('npm run demo [-- --exit]');
  expect(helpFor(['gateway', 'ledger', 'check', '-h'])).toBeUndefined();
});

it('gives short names to commands that the command line has', () => {
  const { gateway, ...named } = operatorScripts();
  expect(gateway).toBe('');
  const known = nouns.flatMap(({ name, verbs }) => [name, ...verbs.map((verb) => `${name} ${verb.name}`)]);
  expect(known).toEqual(expect.arrayContaining(Object.values(named)));
});
