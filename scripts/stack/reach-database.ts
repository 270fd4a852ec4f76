import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { lockHolder, tryLock } from '../lock.mjs';
import { dataDirectoryFrom, shown } from '../paths.js';
import type { Report } from '../report.js';
import { databaseRoles, withoutPasswords } from './database-roles.js';
import { choosePorts, requireFreePorts } from './ports.js';
import { runningDatabaseUrl, startPostgres, stopPostgresLeftBehind, useGivenPostgres } from './postgres.js';
import { migrateDatabase } from './preparation.js';

type Context = { readonly report: Report; readonly environment: NodeJS.ProcessEnv };

/** Takes the data folder for this process: two stacks in one would break each other's database. */
export function lockDataDirectory(dataDirectory: string): { release(): void } {
  const lock = tryLock(lockFile(dataDirectory), process.env.npm_lifecycle_event ?? 'a stack');
  if ('release' in lock) return lock;
  const { purpose, pid } = lock.holder;
  throw new Failure(`${shown(dataDirectory)} is in use: "${purpose}" runs there (pid ${pid}).`, [
    `Stop it first (Ctrl-C there, or kill ${pid}), or start a second stack beside it: GATEWAY_DATA=.data-2 PORT_OFFSET=100 npm start`,
  ]);
}

function lockFile(dataDirectory: string): string {
  return join(dataDirectory, 'stack.lock');
}

/**
 * Works with the database as the administrator, whose role the last migration has made: that of DATABASE_URL, that of
 * the running stack, else the stack's own, whose server is started for as long as it takes. `work` gets the environment
 * with the administrator's DATABASE_URL and FINANCE_DATABASE_URL; `migrates`: the tables are brought up to date first, as their owner.
 */
export function reachAsAdmin<T>(
  context: Context,
  work: (variables: NodeJS.ProcessEnv) => Promise<T>,
  { migrates = false } = {},
): Promise<T> {
  const { environment } = context;
  return reachDatabase(context, async (url) => {
    const { passwords, urls } = databaseRoles(dataDirectoryFrom(environment), environment, url);
    const variables = withoutPasswords(environment);
    if (migrates && url !== urls.admin)
      await migrateDatabase({ ...variables, ...passwords, DATABASE_URL: url });
    return work({ ...variables, DATABASE_URL: urls.admin, FINANCE_DATABASE_URL: urls.finance });
  });
}

/** The same as the owner of the tables, which alone may drop one; `work` also gets the passwords of the roles. */
export function reachAsOwner<T>(
  context: Context,
  work: (variables: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const { environment } = context;
  return reachDatabase(context, (url) => {
    const { passwords } = databaseRoles(dataDirectoryFrom(environment), environment, url);
    return work({ ...withoutPasswords(environment), ...passwords, DATABASE_URL: url });
  });
}

async function reachDatabase<T>(
  { report, environment }: Context,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const dataDirectory = dataDirectoryFrom(environment);
  const isInUse = lockHolder(lockFile(dataDirectory)) !== undefined;
  const url = environment.DATABASE_URL || (isInUse ? runningDatabaseUrl(dataDirectory) : undefined);
  if (url) return work((await useGivenPostgres(url)).url);
  const lock = lockDataDirectory(dataDirectory);
  await stopPostgresLeftBehind(dataDirectory, report);
  const ports = choosePorts(environment);
  await requireFreePorts(ports, ['postgres']);
  const postgres = await report.step('Starting Postgres', (progress) =>
    startPostgres({ dataDirectory, port: ports.postgres, progress }),
  );
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    lock.release();
  }
}
