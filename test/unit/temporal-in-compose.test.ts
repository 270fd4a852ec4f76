import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { searchAttributes } from '#contracts/search-attributes';

type Service = {
  readonly volumes?: readonly unknown[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const services = Object.entries(compose.services);
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8');

describe("Temporal's door", () => {
  const keysOf = (name: string) =>
    (compose.services[name]?.volumes ?? []).filter(
      (volume) => typeof volume === 'string' && volume.startsWith('temporal-keys-'),
    ) as readonly string[];

  it('has a network for each client, and none with the sandbox', () => {
    const temporal = compose.services['temporal']?.networks ?? [];
    const shared = services.map(([name, { networks }]) => [
      name,
      (networks ?? []).filter((network) => temporal.includes(network)),
    ]);
    expect(Object.fromEntries(shared)).toEqual({
      postgres: ['flows'],
      'temporal-schema': ['flows'],
      temporal,
      'temporal-keys': [],
      'temporal-public-keys': ['identity'],
      'temporal-setup': ['temporal'],
      worker: ['temporal'],
      api: ['temporal'],
      checkout: ['temporal-checkout'],
      'temporal-ui': ['temporal-operators'],
      operator: ['temporal-operators'],
      admin: ['temporal-operators'],
      'temporal-ui-door': [],
      migration: [],
      configuration: [],
      staff: [],
      sandbox: [],
      prometheus: [],
      alertmanager: [],
      grafana: [],
      collector: [],
    });
    const internal = Object.entries(compose.networks).filter(([, network]) => network?.internal === true);
    expect(internal.map(([name]) => name)).toEqual([
      'books',
      'flows',
      'temporal',
      'temporal-checkout',
      'temporal-operators',
      'figures',
      'traces',
    ]);
    expect(compose.services['sandbox']?.networks).toEqual(['sandbox']);
  });

  it('has a certificate and a key for each client, in a volume of its own', () => {
    const holders = [
      'temporal-setup',
      'api',
      'worker',
      'checkout',
      'temporal-ui-door',
      'operator',
      'temporal',
    ];
    expect(Object.fromEntries(holders.map((name) => [name, keysOf(name)]))).toEqual({
      'temporal-setup': ['temporal-keys-setup:/run/temporal-keys:ro'],
      api: ['temporal-keys-api:/run/temporal-keys:ro'],
      worker: ['temporal-keys-worker:/run/temporal-keys:ro'],
      checkout: ['temporal-keys-checkout:/run/temporal-keys:ro'],
      'temporal-ui-door': ['temporal-keys-ui:/run/temporal-keys:ro'],
      operator: ['temporal-keys-operator:/run/temporal-keys:ro'],
      temporal: ['temporal-keys-server:/var/lib/temporal-keys/server:ro'],
    });
    const writable = services.flatMap(([name]) =>
      keysOf(name).filter((volume) => !volume.endsWith(':ro') && name !== 'temporal-keys'),
    );
    expect(writable).toEqual([]);
    expect(compose.services['temporal-keys']?.network_mode).toBe('none');
    // A new volume takes its owner from the folder in the image, whose user is not root.
    for (const volume of keysOf('temporal-keys')) expect(dockerfile).toContain(volume.split(':')[1]);
  });

  it('asks for certificates and keys on the frontend, and opens nothing else to other containers', () => {
    const server = readFileSync(`${root}docker/temporal-server.yaml`, 'utf8');
    expect(server.match(/requireClientAuth: true/g)).toHaveLength(2);
    expect(server).toMatch(/authorizer: default\n\s+claimMapper: default/);
    const bound = [...server.matchAll(/^ {2}([a-z-]+):\n {4}rpc: .*bindOnIP: (.+) }$/gm)].map(
      ([, name, address]) => [name, address],
    );
    expect(bound).toEqual([
      ['frontend', '{{ default "0.0.0.0" (env "BIND_ON_IP") | quote }}'],
      ['internal-frontend', '127.0.0.1'],
      ['history', '127.0.0.1'],
      ['matching', '127.0.0.1'],
      ['worker', '127.0.0.1'],
    ]);
    expect(server).not.toContain('httpPort');
  });
});

it('has the search attributes that docs/operations.md lists', () => {
  const told = readFileSync(`${root}docs/operations.md`, 'utf8');
  const rows = [...told.matchAll(/^\| `(\w+)` +\| (Keyword|Bool) +\|/gm)].map(([, name, type]) => [
    name,
    type,
  ]);
  const used = Object.values(searchAttributes).map(({ name, type }) => [
    name,
    type === 'BOOL' ? 'Bool' : 'Keyword',
  ]);
  expect(rows).toEqual(used);
});
