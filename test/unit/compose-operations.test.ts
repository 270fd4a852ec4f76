import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from '../../scripts/paths.js';

/** Goal: upgrade, scaling, restarts and failed starts go as docs/operations.md says, as far as the files decide it. */
type Service = {
  readonly image: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly pull_policy?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly unknown[];
  readonly logging?: unknown;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly command?: readonly string[];
  readonly pids_limit?: number;
};
type Network = {
  readonly internal?: boolean;
  readonly ipam: { readonly config: readonly { readonly subnet: string }[] };
};

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'), { merge: true });
const { services, networks } = read('docker-compose.yml') as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, Network>>;
};
const all = Object.entries(services);
const ownImages = all.filter(([, { image }]) => image.startsWith('payments-gateway:'));

describe('the image', () => {
  it('is built once, for one release, and never asked of a registry', () => {
    expect(new Set(ownImages.map(([, { image }]) => image)).size).toBe(1);
    expect(ownImages.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['migration']);
    for (const [, service] of ownImages) expect(service.pull_policy).toBe('never');
  });

  it('names its release as the build that figures show, unless GATEWAY_BUILD names another', () => {
    const release = /:(\$\{GATEWAY_RELEASE:-.+\})$/.exec(services['migration']?.image ?? '')?.[1];
    expect(services['migration']?.build?.args).toEqual({ GATEWAY_BUILD: `\${GATEWAY_BUILD:-${release}}` });
  });
});

describe('networks', () => {
  it('have fixed addresses that do not overlap, below one prefix', () => {
    const subnets = Object.values(networks).map(({ ipam }) => ipam.config.map(({ subnet }) => subnet));
    for (const subnet of subnets)
      expect(subnet).toEqual([expect.stringMatching(/^\$\{NETWORK:-10\.89\}\.\d+\.0\/24$/)]);
    expect(new Set(subnets.flat()).size).toBe(subnets.length);
    const thirds = subnets.flat().map((subnet) => Number(subnet.split('.').at(-2)));
    // 10.89.0.0/19, as the head of the file says.
    expect(Math.max(...thirds)).toBeLessThan(32);
  });

  it('give each process that is seen from outside a way out of its own', () => {
    const ways = Object.keys(networks).filter((name) => name.startsWith('outside-'));
    const users = ways.map((way) =>
      all.filter(([, service]) => service.networks?.includes(way)).map(([name]) => name),
    );
    expect(users).toEqual([['api'], ['worker'], ['checkout'], ['admin']]);
    const withSandbox = all.filter(([, service]) => service.networks?.includes('sandbox'));
    expect(withSandbox.map(([name]) => name)).toEqual(['worker', 'sandbox']);
  });
});

describe('scaling', () => {
  it('has no published port that keeps a second process from starting', () => {
    // A range in API_PUBLISH gives each process a port of its own; the worker publishes none.
    expect(services['api']?.ports).toEqual(['${API_PUBLISH:-127.0.0.1:3000}:3000']);
    expect(services['checkout']?.ports).toEqual(['${CHECKOUT_PUBLISH:-127.0.0.1:3001}:3001']);
    expect(services['worker']?.ports).toBeUndefined();
  });

  it('passes on the settings that a larger installation needs', () => {
    expect(services['worker']?.environment).toMatchObject({ WORKER_DEPLOYMENT: '${WORKER_DEPLOYMENT:-}' });
    for (const name of ['api', 'checkout']) {
      expect(services[name]?.environment).toMatchObject({ CONNECTIONS_MAX: '${CONNECTIONS_MAX:-2000}' });
    }
  });
});

it('bounds the logs of every container', () => {
  for (const [, { logging }] of all) {
    expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } });
  }
});

it('gives Postgres the time for its last checkpoint', () => {
  expect(services['postgres']?.stop_grace_period).toBe('90s');
});

it('counts Postgres as healthy only with the databases that docker/create-databases.sh makes', () => {
  const script = readFileSync('docker/create-databases.sh', 'utf8');
  const made = [...script.matchAll(/^create database (\w+)/gm)].map(([, name]) => name);
  const check = services['postgres']?.healthcheck?.test.join(' ') ?? '';
  expect(check).toContain(`in (${made.map((name) => `'${name}'`).join(', ')})`);
  expect(check).toContain(`${made.length} = (select count(*)`);
});

it('asks Postgres for its health without a shell, whose children would become those of Postgres', () => {
  expect(services['postgres']?.healthcheck?.test.slice(0, 2)).toEqual(['CMD', 'psql']);
});

it('mounts a folder of configuration that has to exist', () => {
  for (const name of ['configuration', 'admin']) {
    expect(services[name]?.environment).toMatchObject({ GATEWAY_CONFIG: '/etc/gateway/gateway.yaml' });
    expect(services[name]?.volumes).toContainEqual({
      type: 'bind',
      source: expect.stringMatching(/^\$\{GATEWAY_CONFIG_FOLDER:\?.+\}$/) as string,
      target: '/etc/gateway',
      read_only: true,
      bind: { create_host_path: false },
    });
  }
});

it("asks no name server for a TXT record when Temporal's own tool connects", () => {
  expect(services['operator']?.environment).toMatchObject({
    TEMPORAL_ADDRESS: 'passthrough:///temporal:7233',
  });
});

/** The variables that config/docker.yaml of github.com/temporalio/ui-server v2.53.3 reads, as far as this project sets them. */
const uiVariables = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_AUTH_CALLBACK_URL',
  'TEMPORAL_AUTH_CLIENT_ID',
  'TEMPORAL_AUTH_CLIENT_SECRET',
  'TEMPORAL_AUTH_ENABLED',
  'TEMPORAL_AUTH_PROVIDER_URL',
  'TEMPORAL_AUTH_SCOPES',
  'TEMPORAL_BATCH_ACTIONS_DISABLED',
  'TEMPORAL_CORS_ORIGINS',
  'TEMPORAL_DEFAULT_NAMESPACE',
  'TEMPORAL_DISABLE_NEWS_FETCH',
  'TEMPORAL_START_WORKFLOW_DISABLED',
  'TEMPORAL_TLS_CA',
  'TEMPORAL_TLS_CERT',
  'TEMPORAL_TLS_ENABLE_HOST_VERIFICATION',
  'TEMPORAL_TLS_KEY',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_WORKFLOW_CANCEL_DISABLED',
  'TEMPORAL_WORKFLOW_RESET_DISABLED',
  'TEMPORAL_WORKFLOW_TERMINATE_DISABLED',
];

it('sets only variables that the Temporal UI of this version reads', () => {
  expect(services['temporal-ui']?.image).toBe('temporalio/ui:2.53.3');
  expect(Object.keys(services['temporal-ui']?.environment ?? {}).toSorted()).toEqual(uiVariables);
});

it('lets Postgres have the connections of Temporal and of four processes of each kind', () => {
  const server = readFileSync('docker/temporal-server.yaml', 'utf8');
  const perService = [...server.matchAll(/maxConns: (\d+)/g)].reduce((sum, [, max]) => sum + Number(max), 0);
  const servicesOfTemporal = String(services['temporal']?.environment?.['TEMPORAL_SERVICES']).split(',');
  const perProcess = 20;
  const held = perService * servicesOfTemporal.length + 3 * 4 * perProcess;
  const max = maxConnections(services['postgres']?.command);
  // What is left is for staff, jobs, commands and the health check.
  expect(max - held).toBeGreaterThanOrEqual(40);
  expect(max).toBeLessThan(services['postgres']?.pids_limit ?? 0);
});

function maxConnections(command: readonly string[] = []): number {
  return Number(/^max_connections=(\d+)$/m.exec(command.join('\n'))?.[1]);
}

it('archives the write-ahead log in a folder that has to exist, with the override', () => {
  const override = read('docker-compose.archive.yml') as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const { command = [], volumes } = override.services['postgres'] ?? {};
  expect(maxConnections(command)).toBe(maxConnections(services['postgres']?.command));
  expect(command).toEqual(
    expect.arrayContaining([
      'archive_mode=on',
      'restore_command=cp /archive/%f %p',
      expect.stringMatching(/^archive_command=/),
    ]),
  );
  expect(volumes).toMatchObject([{ target: '/archive', bind: { create_host_path: false } }]);
});

describe('docker/probe', () => {
  const server = createServer(({ url, headers }, response) => {
    response
      .writeHead(url === '/health/ready' && headers.host?.startsWith('127.0.0.1:') ? 200 : 503)
      .end('{}');
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());
  const probe = async (path: string, port = (server.address() as AddressInfo).port, ...words: string[]) => {
    const child = spawn(inRepository('docker/probe'), [`127.0.0.1:${port}${path}`, ...words], {
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number];
    return code === 0;
  };

  it('succeeds if the process is healthy, and fails if it is not, or not there', async () => {
    expect(await probe('/health/ready')).toBe(true);
    expect(await probe('/health/live')).toBe(false);
    expect(await probe('/', 1)).toBe(false);
  });

  it('takes any answer if told so', async () => {
    expect(await probe('/', undefined, 'any')).toBe(true);
    expect(await probe('/', 1, 'any')).toBe(false);
  });

  it('is the health check of every process of the image that stays', () => {
    const checks = ownImages.flatMap(([name, { healthcheck }]) =>
      healthcheck ? [[name, healthcheck.test]] : [],
    );
    expect(Object.fromEntries(checks)).toEqual({
      'temporal-public-keys': ['CMD', 'probe', '127.0.0.1:8080/keys.json'],
      'temporal-ui-door': ['CMD', 'probe', '127.0.0.1:8233/', 'any'],
      worker: ['CMD', 'probe', '127.0.0.1:3003/health/ready'],
      api: ['CMD', 'probe', '127.0.0.1:3000/health/ready'],
      checkout: ['CMD', 'probe', '127.0.0.1:3001/health/ready'],
      staff: ['CMD', 'probe', '127.0.0.1:3008/health/ready'],
      sandbox: ['CMD', 'probe', '127.0.0.1:3002/health/live'],
    });
  });
});
