import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorCode, Failure } from '../failure.mjs';
import { shown } from '../paths.mjs';

const keyBytes = 32;

/**
 * GATEWAY_SECRET and GATEWAY_ENCRYPTION_KEYS: as given, else made once for this data folder and used again.
 * @param {string} dataDirectory
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ GATEWAY_SECRET: string, GATEWAY_ENCRYPTION_KEYS: string }}
 */
export function gatewaySecrets(dataDirectory, environment) {
  const { GATEWAY_SECRET, GATEWAY_ENCRYPTION_KEYS } = environment;
  if (GATEWAY_SECRET && GATEWAY_ENCRYPTION_KEYS) return { GATEWAY_SECRET, GATEWAY_ENCRYPTION_KEYS };
  if (environment.NODE_ENV === 'production') {
    throw new Failure(
      'NODE_ENV is production, and GATEWAY_SECRET and GATEWAY_ENCRYPTION_KEYS are not both set.',
      ['Set them (see .env.example): production never makes up its own keys.'],
    );
  }
  const made = readOrMakeSecrets(
    join(dataDirectory, 'secrets.json'),
    ['GATEWAY_SECRET', 'GATEWAY_ENCRYPTION_KEYS'],
    (name) => (name === 'GATEWAY_SECRET' ? key() : `development:${key()}`),
  );
  return {
    GATEWAY_SECRET: GATEWAY_SECRET || made.GATEWAY_SECRET || '',
    GATEWAY_ENCRYPTION_KEYS: GATEWAY_ENCRYPTION_KEYS || made.GATEWAY_ENCRYPTION_KEYS || '',
  };
}

/**
 * The secrets of these names that the file holds; made first, where there is no file.
 * @param {string} file
 * @param {readonly string[]} names
 * @param {(name: string) => string} makeSecret
 * @returns {Record<string, string>}
 */
export function readOrMakeSecrets(file, names, makeSecret) {
  if (!existsSync(file)) make(file, Object.fromEntries(names.map((name) => [name, makeSecret(name)])));
  try {
    const held = JSON.parse(readFileSync(file, 'utf8'));
    if (names.every((name) => typeof held[name] === 'string')) return held;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure(`${shown(file)} does not hold ${names.join(', ')}.`, [
    'Put the old file back; or delete it together with what was made with its secrets.',
  ]);
}

/**
 * Written beside and then linked, so that the file is whole whenever it exists and never replaces another's keys.
 * @param {string} file
 * @param {Record<string, string>} secrets
 */
function make(file, secrets) {
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function key() {
  return randomBytes(keyBytes).toString('base64');
}
