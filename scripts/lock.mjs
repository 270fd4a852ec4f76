import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode } from './failure.mjs';
import { processIdentity } from './process-identity.mjs';

const retryMilliseconds = 250;

/** @typedef {{ pid: number, identity: string | undefined, purpose: string }} Holder */

/**
 * Takes a lock file for this process, or says who holds it. A lock whose holder no longer runs is taken over.
 * It is given back by `release`, and at the latest when this process exits.
 * @param {string} file
 * @param {string} purpose what the holder does, for the other one's message
 * @returns {{ release: () => void } | { holder: Holder }}
 */
export function tryLock(file, purpose) {
  mkdirSync(dirname(file), { recursive: true });
  const own = { pid: process.pid, identity: processIdentity(process.pid), purpose };
  // Linking a complete file is atomic: nobody ever reads a lock that is only half written.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own));
  try {
    for (;;) {
      if (link(draft, file)) return { release: releaser(file, own) };
      const holder = readHolder(file);
      if (holder !== undefined && runs(holder)) return { holder };
      discardStale(file, draft);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Takes a lock file, waiting until its holder gives it back or ends.
 * @param {string} file
 * @param {string} purpose
 * @param {(holder: Holder) => void} onWait called once when somebody else holds it
 */
export async function waitForLock(file, purpose, onWait) {
  let told = false;
  for (;;) {
    const lock = tryLock(file, purpose);
    if ('release' in lock) return lock;
    if (!told) onWait(lock.holder);
    told = true;
    await sleep(retryMilliseconds);
  }
}

/**
 * Who holds the lock file at this moment, or undefined.
 * @param {string} file
 */
export function lockHolder(file) {
  const holder = readHolder(file);
  return holder !== undefined && runs(holder) ? holder : undefined;
}

/** @param {Holder} holder */
function runs(holder) {
  const identity = processIdentity(holder.pid);
  return identity !== undefined && identity === holder.identity;
}

/**
 * @param {string} draft
 * @param {string} file
 */
function link(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a stale lock aside. Somebody faster may have replaced it in between; then it is put back.
 * @param {string} file
 * @param {string} draft
 */
function discardStale(file, draft) {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readHolder(aside);
  if (holder !== undefined && runs(holder)) link(aside, file);
  rmSync(aside, { force: true });
}

/** @returns {Holder | undefined} */
function readHolder(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {Holder} own
 */
function releaser(file, own) {
  const release = () => {
    process.off('exit', release);
    if (readHolder(file)?.pid === own.pid) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}
