import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { lockHolder, tryLock } from '../lock.mjs';
import { shown } from '../paths.mjs';

/**
 * Takes the data folder for this process: two stacks in one would break each other's database.
 * @param {string} dataDirectory
 */
export function lockDataDirectory(dataDirectory) {
  const lock = tryLock(lockFile(dataDirectory), process.env.npm_lifecycle_event ?? 'a stack');
  if ('release' in lock) return lock;
  const { purpose, pid } = lock.holder;
  throw new Failure(`${shown(dataDirectory)} is in use: "${purpose}" runs there (pid ${pid}).`, [
    `Stop it first (Ctrl-C there, or kill ${pid}), or start beside it: GATEWAY_DATA=.data-2 PORT_OFFSET=100 npm start`,
  ]);
}

/**
 * Whether a stack runs in the data folder at this moment.
 * @param {string} dataDirectory
 */
export function isInUse(dataDirectory) {
  return lockHolder(lockFile(dataDirectory)) !== undefined;
}

/** @param {string} dataDirectory */
function lockFile(dataDirectory) {
  return join(dataDirectory, 'stack.lock');
}
