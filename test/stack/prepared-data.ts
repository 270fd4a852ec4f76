import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForLock } from '../../scripts/lock.mjs';
import type { Report } from '../../scripts/report.js';
import { reachAsAdmin } from '../../scripts/stack/reach-database.js';

const run = promisify(execFile);
/** Where all processes of a run find it. */
const variable = 'TEST_PREPARED_DATA';

/** Tests kill processes and never the machine: what Postgres has written survives that without reaching the disk. */
const settings = 'fsync = off\nfull_page_writes = off\n';

/**
 * Keeps a place for a data folder with a database that is made and migrated: every system of a run begins with a copy of
 * it. It is made when the first one asks.
 */
export async function keepPreparedData(): Promise<{ remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-prepared-'));
  process.env[variable] = folder;
  return { remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Copies it into the folder of a system, whose port of Postgres it may use where it has to be made first. */
export async function copyPreparedData(
  directory: string,
  postgresPort: string,
  report: Report,
): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is not set: no set-up of test/stack/lane-stacks.ts`);
  const prepared = join(folder, 'data');
  const lock = await waitForLock(join(folder, 'lock'), 'prepares a database', () => undefined);
  try {
    if (!existsSync(prepared)) await prepare(prepared, postgresPort, report);
  } finally {
    lock.release();
  }
  // The cluster belongs to whom Postgres runs as.
  await run('cp', ['-a', `${prepared}/.`, directory]);
}

async function prepare(prepared: string, postgresPort: string, report: Report): Promise<void> {
  const draft = `${prepared}.new`;
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: undefined,
    PORT_OFFSET: undefined,
    GATEWAY_DATA: draft,
    POSTGRES_PORT: postgresPort,
  };
  await reachAsAdmin({ report, environment }, () => Promise.resolve(), { migrates: true });
  await appendFile(join(draft, 'postgres/cluster/postgresql.conf'), settings);
  await rm(join(draft, 'logs'), { recursive: true });
  await rename(draft, prepared);
}
