import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/**
 * Goal: the chart's values, schema and templates agree, and name settings that the processes read. Method: reads the files;
 * `test/release/chart.test.ts` renders them.
 */
type Values = { readonly [name: string]: unknown };

const folder = 'deploy/chart';
const read = (path: string) => readFileSync(path, 'utf8');
const parsed = (path: string) => parse(read(path)) as Values;

const values = parsed(`${folder}/values.yaml`);
const schema = JSON.parse(read(`${folder}/values.schema.json`)) as Values;
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
const templates = readdirSync(`${folder}/templates`).map((name) => read(`${folder}/templates/${name}`));
const examples = readdirSync(`${folder}/examples`);

function faultsOf(given: Values): readonly string[] {
  validate(merged(values, given));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** As helm lays given values over those of the chart. */
function merged(base: Values, given: Values): Values {
  const entries = Object.entries(given).map(([name, value]) => {
    const before = base[name];
    return [name, isMap(before) && isMap(value) ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `api.autoscaling.enabled`, for every setting; an empty map is a setting. */
function pathsOf(map: Values, before = ''): readonly string[] {
  return Object.entries(map).flatMap(([name, value]) =>
    isMap(value) && Object.keys(value).length > 0 && name !== 'resources'
      ? [`${before}${name}`, ...pathsOf(value, `${before}${name}.`)]
      : [`${before}${name}`],
  );
}

const paths = pathsOf(values);

describe('values', () => {
  it.each(examples)('of %s fit the schema', (name) => {
    expect(faultsOf(parsed(`${folder}/examples/${name}`))).toEqual([]);
  });

  it('have no default for what an installation has to decide', () => {
    const demanded = faultsOf({}).map((fault) => fault.split(' ')[0]);
    expect(demanded).toEqual(
      expect.arrayContaining([
        '/urls/api',
        '/urls/checkout',
        '/keys/existingSecret',
        '/database/existingSecret',
        '/temporal/address',
        '/temporal/existingSecrets/api',
        '/configuration',
        '/networkPolicy/postgres',
        '/networkPolicy/temporal',
      ]),
    );
  });

  it.each([
    ['a misspelt setting', { api: { replica: 3 } }],
    ['a misspelt part', { wroker: {} }],
    ['plain http', { urls: { api: 'http://pay.example.com' } }],
    [
      'an address with a path, which signatures do not cover',
      { urls: { api: 'https://pay.example.com/v2' } },
    ],
    ['a secret in the environment', { environment: { GATEWAY_SECRET: 'x' } }],
    ['a client of Temporal without certificate and key', { temporal: { certificate: false, apiKey: false } }],
    ['a configuration without gateway.yaml', { configuration: { sources: [], files: { 'a.yaml': '' } } }],
    ['no worker, so that no process reports the backlog', { worker: { autoscaling: { minReplicas: 0 } } }],
    ['autoscaling without its Prometheus', { worker: { autoscaling: { enabled: true } } }],
    [
      'operators without access to Temporal',
      { admin: { enabled: true }, temporal: { existingSecrets: { operator: '' } } },
    ],
  ] as const)('are refused with %s', (_, given) => {
    const minimal = parsed(`${folder}/examples/minimal.yaml`);
    expect(faultsOf(merged(minimal, given))).not.toEqual([]);
  });

  it('are each described by the schema and used by a template', () => {
    const everywhere = templates.join('\n');
    const names = paths.map((path) => path.split('.').at(-1) ?? '');
    expect(names.filter((name) => !new RegExp(`[."]${name}\\b`).test(everywhere))).toEqual([]);
    expect(paths.filter((path) => !isDescribed(path.split('.')))).toEqual([]);
  });
});

function isDescribed(path: readonly string[]): boolean {
  const node = path.reduce<unknown>((at, name) => {
    const properties = isMap(at) ? at['properties'] : undefined;
    return isMap(properties) ? properties[name] : undefined;
  }, schema);
  return node !== undefined;
}

describe('templates', () => {
  it('name only values that there are', () => {
    const named = templates.flatMap((text) =>
      [...text.matchAll(/(?:\$|\.root)?\.?\bValues\.([\w.]+)/g)].map(([, path = '']) => path),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !paths.includes(path) && !path.endsWith('.resources'))).toEqual([]);
  });

  it('set only variables that the processes read', () => {
    const known = new Set(
      [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
    );
    const set = templates.flatMap((text) =>
      [...text.matchAll(/^([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name),
    );
    expect(set.length).toBeGreaterThan(30);
    expect(set.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });
});

it('the chart has the version of the project, and so has its image', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(parsed(`${folder}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
});
