import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';

import { dataDirectoryFrom, root, shown } from '../paths.js';
import { createReport, type Report } from '../report.js';
import { appNames, appTable, startApp, type App, type AppName, type TellExit } from './apps.js';
import { databaseRoles, withoutPasswords, type DatabaseRoles } from './database-roles.js';
import { stackEnvironment, stackUrls } from './environment.js';
import { choosePorts, withFurtherPorts, type StackPorts } from './ports.js';
import type { Postgres } from './postgres.js';
import { applyConfiguration, migrateDatabase } from './preparation.js';
import { lockDataDirectory } from './reach-database.js';
import { gatewaySecrets, withOwnSecrets } from './secrets.js';
import type { Temporal } from './server.js';
import { allOrFirstFailure, startServers, type TemporalState } from './servers.js';
import type { TemporalSetting } from './temporal-server-configuration.js';

export type { AppName, Report, TemporalSetting, TemporalState };

export type StackOptions = {
  /** Comes on top of PORT_OFFSET. */
  readonly portOffset?: number;
  /** Instead of GATEWAY_DATA; relative to the repository. */
  readonly dataDirectory?: string;
  /** Laid over the environment of this process; undefined takes a variable away. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Instead of GATEWAY_CONFIG; relative to the repository. */
  readonly configFile?: string;
  /** Where progress is printed; by default on standard output. */
  readonly report?: Report;
  /** By default in memory. */
  readonly temporalState?: TemporalState;
  /** Of a Temporal server on Postgres. */
  readonly temporalSetting?: TemporalSetting;
  /** By default one of each. */
  readonly apps?: readonly AppName[];
  /** Listens for a debugger on 127.0.0.1, at Node's own port (9229). */
  readonly inspectedApp?: AppName | undefined;
  /** The folder of the compiled project whose schema and apps they are; by default this one. */
  readonly build?: string;
  /** The data directory has the schema already, and the roles: it is a copy of one that this build has migrated. */
  readonly isMigrated?: boolean;
};

export type Stack = {
  /** The environment that all processes share, with every secret; DATABASE_URL and FINANCE_DATABASE_URL are those for an administrator. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where each process reaches the database, as its own role; `postgres.url` is that of the tables' owner. */
  readonly databaseUrls: DatabaseRoles['urls'];
  readonly urls: Readonly<ReturnType<typeof stackUrls>>;
  readonly ports: StackPorts;
  /** Throws for an app that was left out. */
  readonly apps: Readonly<Record<AppName, App>>;
  readonly postgres: Postgres;
  readonly temporal: Temporal;
  /** Resolves with the name of the first app or server that ends unexpectedly. */
  readonly broken: Promise<string>;
  /** Brings the tables up to date with the build in that folder, while everything runs. */
  migrate(build: string): Promise<void>;
  /** Stops the apps, then the servers; returns when no process is left. */
  stop(): Promise<void>;
};

const metricsPorts = [
  ['api', 'metrics'],
  ['checkout', 'checkoutMetrics'],
  ['worker', 'workerMetrics'],
  ['worker', 'sdkMetrics'],
] as const;

const firstApps = ['sandbox', 'worker', 'api', 'checkout', 'staff'] as const;

/**
 * Starts the whole system: Postgres, Temporal, migrations, configuration, and the apps; the sources must be built. When
 * anything fails, what runs already is stopped, and the Failure says what to do.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const report = options.report ?? createReport();
  const given = { ...process.env, ...options.environment };
  const environment = withoutPasswords(given);
  const dataDirectory = options.dataDirectory
    ? resolve(root, options.dataDirectory)
    : dataDirectoryFrom(environment);
  const ports = withFurtherPorts(choosePorts(environment, options.portOffset ?? 0));
  const names = appNames.filter((name) => (options.apps ?? firstApps).includes(name));
  const secrets = gatewaySecrets(dataDirectory, environment);
  const configFile = resolve(root, options.configFile || environment.GATEWAY_CONFIG || 'config/gateway.yaml');

  const lock = lockDataDirectory(dataDirectory);
  const servers: { stop(): Promise<unknown> }[] = [];
  const apps = new Map<AppName, App>();
  const { broken, onUnexpectedExit } = watchExits(report);

  const stop = async () => {
    await Promise.all([...apps.values()].map((app) => app.stop()));
    await Promise.all(servers.map((server) => server.stop()));
    lock.release();
  };

  try {
    const own = { environment, dataDirectory, ports };
    const { postgres, temporal } = await startServers({
      ...own,
      appPorts: [
        ...firstApps.filter((name) => names.includes(name)),
        ...metricsPorts.filter(([app]) => names.includes(app)).map(([, port]) => port),
      ],
      temporalState: options.temporalState ?? 'memory',
      temporalSetting: options.temporalSetting ?? {},
      report,
      servers,
      onUnexpectedExit,
    });
    const { passwords, urls } = databaseRoles(dataDirectory, given, postgres.url);
    const common = stackEnvironment({ ...own, configFile, secrets, temporal });
    const variables = { ...common, DATABASE_URL: urls.admin, FINANCE_DATABASE_URL: urls.finance };
    const { build } = options;
    const migrate = (to?: string) =>
      migrateDatabase({ ...common, ...passwords, DATABASE_URL: postgres.url }, to);
    if (!options.isMigrated) {
      await report.step('Migrating the database', async (progress) => {
        await migrate(build);
        progress.done('Database migrated');
      });
    }
    await report.step('Applying the configuration', async (progress) => {
      await applyConfiguration(variables, build);
      progress.done(`Configuration applied from ${shown(configFile)}`);
    });
    await report.step(`Starting ${names.join(', ')}`, async (progress) => {
      await allOrFirstFailure(
        names.map(async (name) => {
          const variablesOfApp = environmentOf(name, common, urls, ports);
          const app = {
            name,
            environment: name === options.inspectedApp ? withInspector(variablesOfApp) : variablesOfApp,
            port: ports[name],
          };
          apps.set(name, await startApp({ ...app, dataDirectory, build, report, onUnexpectedExit }));
        }),
      );
      progress.done(`Started ${names.map((name) => `${name} (${ports[name]})`).join(', ')}`);
    });
    return {
      environment: variables,
      databaseUrls: urls,
      urls: stackUrls(ports),
      ports,
      apps: byName(apps),
      postgres,
      temporal,
      broken,
      migrate,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The environment of one app: its own secrets and its own database role, which its further instances share. */
function environmentOf(
  name: AppName,
  common: Readonly<Record<string, string>>,
  urls: DatabaseRoles['urls'],
  ports: StackPorts,
): NodeJS.ProcessEnv {
  const { folder: role, instance } = appTable[name];
  return {
    ...withOwnSecrets(role, common),
    ...(role === 'api' ? { METRICS_PORT: String(ports[`metrics${instance}`]) } : {}),
    ...(name === 'checkout2' ? { CHECKOUT_METRICS_PORT: String(ports.checkoutMetrics2) } : {}),
    ...(role === 'worker'
      ? {
          WORKER_METRICS_PORT: String(ports[`workerMetrics${instance}`]),
          SDK_METRICS_PORT: String(ports[`sdkMetrics${instance}`]),
          FINANCE_DATABASE_URL: urls.finance,
        }
      : {}),
    ...(role === 'sandbox' ? {} : { DATABASE_URL: urls[role] }),
  };
}

function withInspector(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...environment,
    NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --inspect=127.0.0.1:9229`.trim(),
  };
}

/** The apps by name. Throws for one that this stack leaves out, because that is a mistake of the caller. */
function byName(apps: ReadonlyMap<AppName, App>): Record<AppName, App> {
  const all = {};
  for (const name of appNames) {
    Object.defineProperty(all, name, {
      enumerable: true,
      get() {
        const app = apps.get(name);
        if (app === undefined) throw new Error(`${name} is not part of this stack`);
        return app;
      },
    });
  }
  return all as Record<AppName, App>;
}

/** Reports processes that end by themselves, and remembers the first. */
function watchExits(report: Report): {
  readonly broken: Promise<string>;
  readonly onUnexpectedExit: TellExit;
} {
  const first = new EventEmitter();
  const broken = once(first, 'exit').then(([name]) => String(name));
  const onUnexpectedExit: TellExit = (name, { code, signal }, logFile) => {
    report.fail(`${name} ended by itself (${signal ?? `code ${code}`}); its log is ${shown(logFile)}`);
    first.emit('exit', name);
  };
  return { broken, onUnexpectedExit };
}
