import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

type Mount = { readonly type: string; readonly source: string; readonly target: string };
type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly (string | Mount)[];
};

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const services = Object.entries(compose.services);

/** Without its role in Postgres an installation has everything but statements: one from before the role has no password for it. */
const optional = ['FINANCE_DATABASE_PASSWORD', 'FINANCE_DATABASE_URL'];

it('demands nothing for statements, and without a password gives nobody the address of their role', () => {
  const values = services.flatMap(([, { environment = {} }]) =>
    Object.entries(environment).flatMap(([name, value]) => (optional.includes(name) ? [value] : [])),
  );
  const url =
    '${FINANCE_DATABASE_PASSWORD:+postgres://gateway_finance:${FINANCE_DATABASE_PASSWORD:-}@postgres:5432/gateway}';
  expect(values.toSorted()).toEqual([url, url, '${FINANCE_DATABASE_PASSWORD:-}']);
});

it('gives the worker and commands alone the folder of statements, which is there from the start', () => {
  const mounts = services.flatMap(([name, { volumes = [] }]) =>
    volumes.flatMap((volume) =>
      typeof volume !== 'string' && volume.target === '/srv/statements' ? [{ name, volume }] : [],
    ),
  );
  expect(mounts.map(({ name }) => name)).toEqual(['admin', 'worker']);
  for (const { volume } of mounts) {
    const [, usual = '?'] = /^\$\{GATEWAY_STATEMENTS_FOLDER:-(.+)\}$/.exec(volume.source) ?? [];
    expect(existsSync(usual)).toBe(true);
    expect(volume).toMatchObject({ type: 'bind', read_only: true, bind: { create_host_path: false } });
  }
});

it('lets the worker and commands alone write statements', () => {
  const holders = services.filter(([, { environment }]) => 'FINANCE_DATABASE_URL' in (environment ?? {}));
  expect(holders.map(([holder]) => holder).toSorted()).toEqual(['admin', 'worker']);
});
