import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode } from './failure.mjs';
import { processIdentity } from './processes.mjs';

const retryMilliseconds = 250;

/** @typedef {{ pid: number, identity: string | undefined, purpose: string }} Holder */

/**
 * Takes a lock for this process, or says who holds it. A lock whose holder no longer runs is taken over. It is given
 * back by `release`, and at the latest when this process exits. The lock is a symbolic link whose target names its
 * holder, because a link is created in one step, fails if there is one, and cannot be read half written.
 * @param {string} file
 * @param {string} purpose what the holder does, for the other one's message
 * @returns {{ release: () => void } | { holder: Holder }}
 */
export function tryLock(file, purpose) {
  mkdirSync(dirname(file), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid), purpose });
  for (;;) {
    if (link(own, file)) return { release: releaser(file, own) };
    const holder = lockHolder(file);
    if (holder !== undefined) return { holder };
    discardStale(file);
  }
}

/**
 * Takes a lock, waiting until its holder gives it back or ends.
 * @param {string} file
 * @param {string} purpose
 * @param {(holder: Holder) => void} onWait called once when somebody else holds it
 */
export async function waitForLock(file, purpose, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(file, purpose);
    if ('release' in lock) return lock;
    if (isFirst) onWait(lock.holder);
    await sleep(retryMilliseconds);
  }
}

/**
 * Who holds the lock at this moment, or undefined.
 * @param {string} file
 * @returns {Holder | undefined}
 */
export function lockHolder(file) {
  try {
    const holder = JSON.parse(readlinkSync(file));
    const identity = processIdentity(holder.pid);
    return identity !== undefined && identity === holder.identity ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} target
 * @param {string} file
 */
function link(target, file) {
  try {
    symlinkSync(target, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a stale lock aside. Somebody faster may have replaced it in between; then it is put back.
 * @param {string} file
 */
function discardStale(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (lockHolder(aside) !== undefined) link(readlinkSync(aside), file);
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @param {string} own
 */
function releaser(file, own) {
  const release = () => {
    process.off('exit', release);
    try {
      if (readlinkSync(file) === own) rmSync(file, { force: true });
    } catch {
      // It is gone already.
    }
  };
  process.on('exit', release);
  return release;
}
