import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readComposeServices } from '../../tools/generate/compose-file.js';

type Mount = { readonly type: string; readonly source: string; readonly target: string };
type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly (string | Mount)[];
};

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const services = Object.entries(compose.services);

/** Every secret that the file demands of an installation from before there were statements. */
const given = Object.fromEntries(
  [
    ...['GATEWAY', 'API', 'WORKER', 'CHECKOUT', 'ADMIN', 'STAFF'].map((role) => `${role}_DATABASE_PASSWORD`),
    ...['SECRET', 'ENCRYPTION_KEYS', 'FINGERPRINT_KEYS', 'VAULT_KEYS'].map((key) => `GATEWAY_${key}`),
    'API_PUBLIC_URL',
    'CHECKOUT_PUBLIC_URL',
  ].map((name) => [name, 'set']),
);

it.each([
  [{}, ''],
  [{ FINANCE_DATABASE_PASSWORD: '' }, ''],
  [{ FINANCE_DATABASE_PASSWORD: 'hidden' }, 'postgres://gateway_finance:hidden@postgres:5432/gateway'],
])('demands no password for statements: with %j their address is %j', (own, url) => {
  const { admin, worker } = readComposeServices({ ...given, ...own });
  expect(admin?.environment['FINANCE_DATABASE_URL']).toBe(url);
  expect(worker?.environment['FINANCE_DATABASE_URL']).toBe(url);
  expect(compose.services['postgres']?.environment?.['FINANCE_DATABASE_PASSWORD']).toBe(
    '${FINANCE_DATABASE_PASSWORD:-}',
  );
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
