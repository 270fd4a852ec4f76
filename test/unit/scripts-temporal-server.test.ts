import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { choosePorts, withFurtherPorts } from '../../scripts/stack/ports.js';
import {
  dynamicConfiguration,
  serverConfiguration,
  serverVersion,
  temporalServerPorts,
} from '../../scripts/stack/temporal-server-configuration.js';

/** Goal: a run on Postgres has the Temporal of production, and connects only to itself. Method: its settings. */
const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

type Rpc = { readonly rpc: { readonly grpcPort: number; readonly bindOnIP: string } };
type Store = { readonly sql: Readonly<Record<string, unknown>> };
type Configuration = {
  readonly persistence: {
    readonly defaultStore: string;
    readonly visibilityStore: string;
    readonly numHistoryShards: number;
    readonly datastores: Readonly<Record<string, Store>>;
  };
  readonly services: Readonly<Record<string, Rpc>>;
  readonly dynamicConfigClient: { readonly filepath: string };
};

const stackPorts = choosePorts({}, 7_000);
const ports = temporalServerPorts(stackPorts);
const configurationOf = (isSecond: boolean) =>
  parse(
    serverConfiguration({
      frontendPort: stackPorts.temporal,
      ports,
      databaseUrl: `postgres://temporal:s3cret@127.0.0.1:${ports.postgres}/temporal`,
      dynamicFile: '/data/dynamic-config.yaml',
      historyShards: 512,
      isSecond,
    }),
  ) as Configuration;
const configuration = configurationOf(false);

describe('a Temporal server of our own on Postgres', () => {
  it('is the version that docker-compose.yml runs and that is built', () => {
    expect(read('docker-compose.yml')).toContain(`image: temporalio/server:${serverVersion}\n`);
    expect(read('tools/temporal-server/go.mod')).toContain(`go.temporal.io/server v${serverVersion}`);
  });

  it('has ports that nothing else of the stack has', () => {
    const all = [...Object.values(withFurtherPorts(stackPorts)), ...Object.values(ports)];
    expect(new Set(all).size).toBe(all.length);
  });

  it('is reached on loopback only, by clients where they look for it', () => {
    const services = Object.entries(configuration.services);
    expect(services.map(([name]) => name)).toEqual(['frontend', 'history', 'matching', 'worker']);
    expect(services.filter(([, { rpc }]) => rpc.bindOnIP !== '127.0.0.1')).toEqual([]);
    expect(configuration.services['frontend']?.rpc.grpcPort).toBe(stackPorts.temporal);
  });

  it('shares the shards of one database with a second process, which has ports of its own for its two services', () => {
    const second = configurationOf(true);
    expect(second.persistence).toEqual(configuration.persistence);
    expect(second.persistence.numHistoryShards).toBe(512);
    const differing = Object.keys(second.services).filter(
      (name) => second.services[name]?.rpc.grpcPort !== configuration.services[name]?.rpc.grpcPort,
    );
    expect(differing).toEqual(['history', 'matching']);
  });

  it('keeps its state and its list of workflows in two databases of its own Postgres', () => {
    const { defaultStore, visibilityStore, datastores } = configuration.persistence;
    const inPostgres = {
      pluginName: 'postgres12',
      connectAddr: `127.0.0.1:${ports.postgres}`,
      user: 'temporal',
      password: 's3cret',
    };
    expect(datastores[defaultStore]?.sql).toMatchObject({ ...inPostgres, databaseName: 'temporal' });
    expect(datastores[visibilityStore]?.sql).toMatchObject({
      ...inPostgres,
      databaseName: 'temporal_visibility',
    });
    expect(configuration.dynamicConfigClient.filepath).toBe('/data/dynamic-config.yaml');
  });

  it('gets the settings of the development server', () => {
    const settings = ['history.pollRPS=1000', 'system.isEager=true', 'frontend.time="4s"'];
    expect(parse(dynamicConfiguration(settings))).toEqual({
      'history.pollRPS': [{ value: 1_000 }],
      'system.isEager': [{ value: true }],
      'frontend.time': [{ value: '4s' }],
    });
  });
});
