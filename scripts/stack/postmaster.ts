import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode, Failure } from '../failure.mjs';
import { commandLine } from '../processes.mjs';

const pollMilliseconds = 50;
const fastShutdownSeconds = 10;
const killSeconds = 5;

type Postmaster = { readonly pid: number; readonly port: number; readonly isReady: boolean };

/** What the server says about itself in its cluster; undefined when none runs on it. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 2 || !isPostgres(pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Ends a server that an earlier run left behind on this cluster, and returns its process id, or undefined. The caller holds
 * the lock of the data folder, so that no other run uses it.
 */
export async function stopOrphan(cluster: string): Promise<number | undefined> {
  const orphan = readPostmaster(cluster);
  if (orphan === undefined) {
    forgetStrangersNumber(cluster);
    return undefined;
  }
  if (await ends(orphan.pid, 'SIGINT', fastShutdownSeconds)) return orphan.pid;
  if (await ends(orphan.pid, 'SIGKILL', killSeconds)) return orphan.pid;
  throw new Failure(`A Postgres from an earlier run (pid ${orphan.pid}) does not stop.`, [
    `Try: kill -9 ${orphan.pid}`,
  ]);
}

/**
 * Removes the file of process ids if the number of an ended server belongs to another program by now: Postgres would take
 * that program for a running server and refuse to start. With a number that no process has the file stays, because it
 * names the shared memory that the last processes may still use.
 */
function forgetStrangersNumber(cluster: string): void {
  const [pid] = readPidFile(cluster);
  if (pid !== undefined && commandLine(Number(pid)) !== undefined) rmSync(pidFile(cluster), { force: true });
}

function readPidFile(cluster: string): readonly string[] {
  return existsSync(pidFile(cluster)) ? readFileSync(pidFile(cluster), 'utf8').split('\n') : [];
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function isPostgres(pid: number): boolean {
  return /postgres/.test(commandLine(pid) ?? '');
}

async function ends(pid: number, signal: NodeJS.Signals, seconds: number): Promise<boolean> {
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
