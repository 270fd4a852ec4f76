import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { families } from '#metrics/families';
import { findPrometheus } from '../../scripts/stack/prometheus-programs.js';
import { readExpressions, readRules } from '../../tools/generate/read-rules.js';

/** Goal: every alert fires when it should, and leads the person it wakes to a section that says what to do. */
const run = promisify(execFile);
const folder = 'observe/alerts';
const alerts = readRules().filter(({ alert }) => alert !== undefined);
const testsMs = 600_000;
/** A release ends and starts every process within this time; what lasts no longer wakes no one. */
const releaseMinutes = 3;

const programs = await findPrometheus();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';

describe.skipIf('missing' in programs)(`by promtool${why}`, () => {
  const promtool = 'promtool' in programs ? programs.promtool : '';

  it('the rules are sound', async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    const checked = await run(promtool, ['check', 'rules', ...files.map((name) => `${folder}/${name}`)]);
    expect(checked.stdout).toContain('SUCCESS');
    const configurations = ['observe/prometheus.yaml', 'observe/prometheus-compose.yaml'];
    const configured = await run(promtool, ['check', 'config', ...configurations]);
    expect(configured.stdout.match(/SUCCESS: observe.* is valid/g)).toHaveLength(2);
  });

  it.each(readdirSync(`${folder}/tests`))(
    'what %s says fires, and nothing before',
    async (name) => {
      const told = await run(promtool, ['test', 'rules', `${folder}/tests/${name}`]).then(
        () => 'passed',
        (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
      );
      expect(told).toBe('passed');
    },
    testsMs,
  );
});

describe('every alert', () => {
  type Test = {
    readonly name: string;
    readonly promql_expr_test: readonly { readonly exp_samples: readonly unknown[] }[];
  };
  const tests = readdirSync(`${folder}/tests`).flatMap(
    (name) => (parse(readFileSync(`${folder}/tests/${name}`, 'utf8')) as { tests: readonly Test[] }).tests,
  );
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );

  it.each(alerts)('$alert has a severity, outlasts a release, and is tested both ways', (rule) => {
    expect(['page', 'ticket']).toContain(rule.labels?.['severity']);
    expect(minutesOf(rule.for ?? '')).toBeGreaterThanOrEqual(releaseMinutes);
    const samples = tests
      .filter(({ name }) => name === rule.alert)
      .flatMap(({ promql_expr_test: asked }) => asked.map(({ exp_samples: expected }) => expected.length));
    expect(samples.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });

  it.each(alerts)('$alert leads to its section of the runbook', ({ alert = '', annotations }) => {
    expect(annotations?.['summary']).toBeTruthy();
    expect(annotations?.['runbook']).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(sections).toContain(alert);
  });

  it('and every section is of an alert', () => {
    expect(new Set(sections)).toEqual(new Set(alerts.map(({ alert }) => alert)));
  });
});

describe('rules and dashboards', () => {
  it('ask for series that there are', () => {
    const own = new Set<string>(Object.keys(families));
    const recorded = new Set(readRules().flatMap(({ record }) => record ?? []));
    const asked = readExpressions().flatMap(
      ({ expression }) => expression.match(/\bgateway[_:][\w:]+/g) ?? [],
    );
    const unknown = asked.filter(
      (name) => !own.has(name) && !recorded.has(name) && !own.has(name.replace(/_(?:bucket|count|sum)$/, '')),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

function minutesOf(text: string): number {
  const [, digits, unit] = /^(\d+)([mh])$/.exec(text) ?? [];
  return Number(digits) * (unit === 'h' ? 60 : 1);
}
