import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../../scripts/paths.js';
import { readReleases, revisionOf } from '../../scripts/releases.js';

/** Goal: a release is named in one place, and what is said of it elsewhere agrees. */
const releases = readReleases();
const last = releases.at(-1);

describe('releases.json', () => {
  it('names the commit and the day of each release, the oldest first', () => {
    expect(releases.length).toBeGreaterThan(0);
    for (const { revision, date } of releases) {
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(releases.map(({ date }) => date)).toEqual(releases.map(({ date }) => date).toSorted());
  });

  it.each(releases)('agrees with the changelog about $version', ({ version, date }) => {
    expect(readFileSync(inRepository('CHANGELOG.md'), 'utf8')).toContain(`\n## [${version}] - ${date}\n`);
  });

  it('gives the commit of a version, of the last release where no name is given, and any other name as it is', () => {
    expect(revisionOf(last?.version)).toBe(last?.revision);
    expect(revisionOf()).toBe(last?.revision);
    expect(revisionOf('some-branch')).toBe('some-branch');
  });
});

it('is what the compose file runs by default', () => {
  const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { version: string };
  const compose = readFileSync(inRepository('docker-compose.yml'), 'utf8');
  expect(/payments-gateway:\$\{GATEWAY_RELEASE:-([^}]+)\}/.exec(compose)?.[1]).toBe(version);
});
