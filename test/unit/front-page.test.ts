import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Goal: the first screen of the README says what this is, how mature it is, and where to read on. */
const firstScreen = readFileSync('README.md', 'utf8').split('\n').slice(0, 32).join('\n');

it('says which version it is of', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  expect(firstScreen).toContain(version);
});

it('leads to releases, roadmap, security policy, contributing, licence, and the guides of its readers', () => {
  const links = [...firstScreen.matchAll(/\]\((?<target>[^)#]+)/g)].map(([, target = '']) => target);
  const wanted = [
    'CHANGELOG.md',
    'docs/roadmap.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'docs/integrate.md',
    'docs/operations.md',
  ];
  expect(links).toEqual(expect.arrayContaining(wanted));
  expect(links.filter((link) => !link.startsWith('http') && !existsSync(link))).toEqual([]);
});
