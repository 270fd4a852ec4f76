import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sumOfPercents } from '../../scripts/containers/engine.js';
import { findUnwell } from '../../scripts/containers/deployment.js';
import { createJournal, describeRun } from '../../scripts/containers/journal.js';
import { describeOutage, outageWords } from '../../scripts/containers/outage.js';
import { digestsIn, referenceOf, withDigests } from '../../scripts/containers/pinned-images.js';
import { standInImages } from '../../scripts/containers/stand-ins.js';
import type { Report } from '../../scripts/report.js';

const quiet: Report = {
  step: (_, work) => work({ doing: () => undefined, done: () => undefined }),
  note: () => undefined,
  warn: () => undefined,
  fail: () => undefined,
};

describe('an outage', () => {
  const attempt = (startedAt: number, isCreated: boolean, answer = isCreated ? '200' : '503') => ({
    reference: `at-${startedAt}`,
    startedAt,
    isCreated,
    answer,
  });

  it('lasts from each first refused create to the next accepted one', () => {
    const attempts = [
      attempt(2_000, true),
      attempt(0, true),
      attempt(500, false),
      attempt(1_000, false, 'connect ECONNREFUSED'),
      attempt(2_250, false),
      attempt(2_500, true),
    ];
    const outage = describeOutage(attempts);
    expect(outage).toEqual({
      tried: 6,
      refused: 3,
      seconds: 1.75,
      answers: ['503', 'connect ECONNREFUSED'],
      refusals: ['0.5 s: at-500, 503', '1.0 s: at-1000, connect ECONNREFUSED', '2.3 s: at-2250, 503'],
    });
    expect(outageWords(outage)).toBe('away 1.8 s: 3 of 6 creates refused (503, connect ECONNREFUSED)');
  });

  it('counts to the last create where none was accepted again', () => {
    expect(describeOutage([attempt(0, true), attempt(250, false), attempt(1_250, false)]).seconds).toBe(1);
  });

  it('is said not to have been where every create was accepted', () => {
    expect(outageWords(describeOutage([attempt(0, true), attempt(250, true)]))).toBe(
      'none of 2 creates refused',
    );
  });
});

describe('the images of others', () => {
  it('are each named by the files, so that a stand-in has the same name', () => {
    const references = digestsIn();
    for (const image of standInImages) expect(referenceOf(image, references).tag).toMatch(/^v?\d/);
    expect(() => referenceOf('nowhere', references)).toThrow('No file names an image nowhere.');
  });

  it('are found in the forms that the files have', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const texts = [
      `FROM node:24.1.0-slim@${digest} AS build\n`,
      '    image: temporalio/ui:2.5.3\n    image: ${PROXY_IMAGE:-caddy:2.10.2}\n  image: own:${RELEASE:-1}\n',
    ];
    expect(digestsIn(texts)).toEqual([
      { image: 'node', tag: '24.1.0-slim', digest },
      { image: 'temporalio/ui', tag: '2.5.3' },
      { image: 'caddy', tag: '2.10.2' },
    ]);
  });

  it('answer to their digest where they are there, and leave other names alone', () => {
    const digest = `sha256:${'b'.repeat(64)}`;
    const table = { node: { 'node:24': 'sha256:one' }, other: { 'other:1': 'sha256:two' } };
    const references = [
      { image: 'node', tag: '24', digest },
      { image: 'missing', tag: '1', digest },
      { image: 'other', tag: '1' },
    ];
    expect(withDigests(table, references)).toEqual({
      node: { 'node:24': 'sha256:one', [`node@${digest}`]: 'sha256:one' },
      other: { 'other:1': 'sha256:two' },
    });
  });
});

describe('the state of the containers', () => {
  it.each([
    ['api|running|healthy|0', []],
    ['collector|running||0', []],
    ['migration|exited||0', []],
    ['migration|exited||1', ['migration (exited)']],
    ['api|running|starting|0', ['api (running, starting)']],
    ['worker|restarting||137', ['worker (restarting)']],
  ])('%s', (line, unwell) => {
    expect(findUnwell(`${line}\n`)).toEqual(unwell);
  });

  it('adds up the shares of processors, and leaves out a container without a figure', () => {
    expect(sumOfPercents('1.50%\n--\n12.25%\n')).toBe(13.75);
  });
});

describe('the report', () => {
  it('has a row for each step, the images and every fault', async () => {
    const journal = createJournal(quiet);
    await journal.step('First start', async (note) => note('all | healthy'));
    journal.expect(true, 'Nothing is wrong.');
    journal.expect(false, 'Prometheus sees one target.');
    const text = describeRun(journal, {
      engine: 'an engine',
      standIns: ['node:24'],
      whyTheSame: 'it is not in this clone',
      sizes: { last: 500e6, next: 401_400_000 },
    });
    expect(text).toMatch(/^\| First start \| \d+\.\d \| all \/ healthy \|$/m);
    expect(text).toContain('Stand-ins took the place of these images: node:24.');
    expect(text).toContain('this one under another tag: it is not in this clone.');
    expect(text).toContain('Image: 401 MB; that of the last release: 500 MB.');
    expect(text).toContain('Faults: 1\n- Prometheus sees one target.');
    expect(text).not.toContain('Nothing is wrong');
  });
});

it('builds stand-ins of the versions that the compose file names', () => {
  const pins = {
    'tools/containers/temporal-ui/go.mod': ['github.com/temporalio/ui-server/v2', 'temporalio/ui'],
    'tools/temporal-server/go.mod': ['go.temporal.io/server', 'temporalio/server'],
  } as const;
  for (const [file, [module, image]] of Object.entries(pins)) {
    const { tag } = referenceOf(image, digestsIn());
    expect(readFileSync(file, 'utf8')).toContain(`${module} v${tag}`);
  }
});
