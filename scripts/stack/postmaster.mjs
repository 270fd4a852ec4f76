import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode, Failure } from '../failure.mjs';
import { commandLine } from '../process-identity.mjs';

const pollMilliseconds = 50;
const fastShutdownSeconds = 10;
const killSeconds = 5;

/**
 * What the server says about itself in its cluster.
 * @param {string} cluster
 * @returns {{ pid: number, port: number, isReady: boolean } | undefined} undefined when no server runs on it
 */
export function readPostmaster(cluster) {
  let lines;
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 2 || !isPostgres(pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Ends a server that an earlier run left behind on this cluster, and forgets one that is gone.
 * The caller holds the lock of the data folder, so nobody else uses it.
 * @param {string} cluster
 * @returns {Promise<number | undefined>} its process id, when there was one
 */
export async function stopOrphan(cluster) {
  const orphan = readPostmaster(cluster);
  if (orphan === undefined) {
    forgetStrangersNumber(cluster);
    return undefined;
  }
  if (await ends(orphan.pid, 'SIGINT', fastShutdownSeconds)) return orphan.pid;
  if (await ends(orphan.pid, 'SIGKILL', killSeconds)) return orphan.pid;
  throw new Failure(`A Postgres of an earlier run (pid ${orphan.pid}) does not stop.`, [
    `Try: kill -9 ${orphan.pid}`,
  ]);
}

/**
 * The number of a server that is gone may belong to another program by now; Postgres would take that one for a running
 * server and refuse to start. With a number that belongs to nobody the file stays: Postgres finds in it the shared
 * memory that its last processes may still use.
 * @param {string} cluster
 */
function forgetStrangersNumber(cluster) {
  if (!existsSync(pidFile(cluster))) return;
  const pid = Number(readFileSync(pidFile(cluster), 'utf8').split('\n')[0]);
  if (commandLine(pid) !== undefined) rmSync(pidFile(cluster), { force: true });
}

/** @param {string} cluster */
function pidFile(cluster) {
  return join(cluster, 'postmaster.pid');
}

/** @param {number} pid */
function isPostgres(pid) {
  return /postgres/.test(commandLine(pid) ?? '');
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @param {number} seconds
 */
async function ends(pid, signal, seconds) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const until = Date.now() + seconds * 1_000;
  while (Date.now() < until) {
    if (!isPostgres(pid)) return true;
    await sleep(pollMilliseconds);
  }
  return false;
}
