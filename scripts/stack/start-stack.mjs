import { EventEmitter, once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { dataDirectoryFrom, root, shown } from '../paths.mjs';
import { createReport } from '../report.mjs';
import { allOrFirstFailure } from './all-settled.mjs';
import { startApp } from './apps.mjs';
import { lockDataDirectory } from './data-lock.mjs';
import { databaseRoles, withoutPasswords } from './database-roles.mjs';
import { stackEnvironment, stackUrls } from './environment.mjs';
import { choosePorts, withSecondPorts } from './ports.mjs';
import { applyConfiguration, migrateDatabase } from './preparation.mjs';
import { gatewaySecrets, withOwnSecrets } from './secrets.mjs';
import { startServers } from './servers.mjs';

/** @typedef {import('./apps.mjs').AppName} AppName */

/** @type {readonly AppName[]} */
const knownApps = ['sandbox', 'worker', 'worker2', 'api', 'api2', 'checkout'];
/** @type {readonly import('./servers.mjs').FirstAppName[]} */
const firstApps = ['sandbox', 'worker', 'api', 'checkout'];

/**
 * Starts the whole system: Postgres, Temporal, migrations, configuration, and the apps. The types that others see are
 * in start-stack.d.mts. When anything fails, what runs already is stopped, and the Failure says what to do.
 * @param {import('./start-stack.d.mts').StackOptions} [options]
 * @returns {Promise<import('./start-stack.d.mts').Stack>}
 */
export async function startStack(options = {}) {
  const report = options.report ?? createReport();
  const given = { ...process.env, ...options.environment };
  const environment = withoutPasswords(given);
  const dataDirectory = options.dataDirectory
    ? resolve(root, options.dataDirectory)
    : dataDirectoryFrom(environment);
  const ports = withSecondPorts(choosePorts(environment, options.portOffset ?? 0));
  const names = knownApps.filter((name) => (options.apps ?? firstApps).includes(name));
  const secrets = gatewaySecrets(dataDirectory, environment);
  const configFile = resolve(root, options.configFile || environment.GATEWAY_CONFIG || 'config/gateway.yaml');

  mkdirSync(join(dataDirectory, 'logs'), { recursive: true });
  const lock = lockDataDirectory(dataDirectory);
  /** @type {{ stop: () => Promise<unknown> }[]} */
  const servers = [];
  /** @type {Map<AppName, import('./apps.mjs').App>} */
  const apps = new Map();
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
      apps: firstApps.filter((name) => names.includes(name)),
      temporalState: options.temporalState ?? 'memory',
      report,
      servers,
      onUnexpectedExit,
    });
    const { passwords, urls } = databaseRoles(dataDirectory, given, postgres.url);
    const common = stackEnvironment({ ...own, configFile, secrets, temporal });
    const variables = { ...common, DATABASE_URL: urls.admin };
    await prepareDatabase(
      { migration: { ...common, ...passwords, DATABASE_URL: postgres.url }, configuration: variables },
      report,
    );
    await report.step(`Starting ${names.join(', ')}`, async (progress) => {
      await allOrFirstFailure(
        names.map(async (name) => {
          // The second instance of a process has the role of the first.
          const role = name === 'worker2' ? 'worker' : name === 'api2' ? 'api' : name;
          const ownSecrets = withOwnSecrets(role, common);
          const ofItsOwn = name === 'api2' ? { METRICS_PORT: String(ports.metrics2) } : {};
          const books = role === 'sandbox' ? {} : { DATABASE_URL: urls[role] };
          const appVariables = { ...ownSecrets, ...ofItsOwn, ...books };
          const appOptions = { name, environment: appVariables, port: ports[name], dataDirectory, report };
          apps.set(name, await startApp({ ...appOptions, onUnexpectedExit }));
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
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The apps by name; asking for one that this stack was told to leave out is a mistake of the caller.
 * @param {ReadonlyMap<AppName, import('./apps.mjs').App>} apps
 */
function byName(apps) {
  const appOf = (/** @type {AppName} */ name) => {
    const app = apps.get(name);
    if (app === undefined) throw new Error(`${name} is not part of this stack`);
    return app;
  };
  return {
    get sandbox() {
      return appOf('sandbox');
    },
    get worker() {
      return appOf('worker');
    },
    get worker2() {
      return appOf('worker2');
    },
    get api() {
      return appOf('api');
    },
    get api2() {
      return appOf('api2');
    },
    get checkout() {
      return appOf('checkout');
    },
  };
}

/**
 * What tells of processes that end by themselves, and remembers the first.
 * @param {import('../report.mjs').Report} report
 */
function watchExits(report) {
  const first = new EventEmitter();
  const broken = once(first, 'exit').then(([name]) => String(name));
  /** @type {import('./apps.mjs').TellExit} */
  const onUnexpectedExit = (name, { code, signal }, logFile) => {
    report.fail(`${name} ended by itself (${signal ?? `code ${code}`}); its log is ${shown(logFile)}`);
    first.emit('exit', name);
  };
  return { broken, onUnexpectedExit };
}

/**
 * @param {{ migration: Record<string, string>, configuration: Record<string, string> }} environments the owner's, and
 *   the administrator's
 * @param {import('../report.mjs').Report} report
 */
async function prepareDatabase({ migration, configuration }, report) {
  await report.step('Migrating the database', async (progress) => {
    await migrateDatabase(migration);
    progress.done('Database migrated');
  });
  await report.step('Applying the configuration', async (progress) => {
    await applyConfiguration(configuration);
    progress.done(`Configuration applied from ${shown(configuration.GATEWAY_CONFIG ?? '')}`);
  });
}
