import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorCode, Failure } from '../failure.mjs';
import { shown } from '../paths.mjs';

const keyBytes = 32;

/** Each secret of the gateway, with the file of the data folder that keeps it once it is made. */
const files = /** @type {const} */ ({
  GATEWAY_SECRET: 'secrets.json',
  GATEWAY_ENCRYPTION_KEYS: 'secrets.json',
  GATEWAY_FINGERPRINT_KEYS: 'key-rings.json',
  GATEWAY_VAULT_KEYS: 'key-rings.json',
});

/** @typedef {keyof typeof files} SecretName */
/** @typedef {Record<SecretName, string>} GatewaySecrets */

const secretNames = /** @type {readonly SecretName[]} */ (Object.keys(files));

/** What a process does not need it does not get. */
const secretsOf = /** @type {const} */ ({
  worker: secretNames,
  api: ['GATEWAY_SECRET', 'GATEWAY_ENCRYPTION_KEYS', 'GATEWAY_FINGERPRINT_KEYS'],
  checkout: ['GATEWAY_SECRET'],
  sandbox: [],
});

/**
 * The secrets of the gateway: as given, else made once for this data folder and used again.
 * @param {string} dataDirectory
 * @param {NodeJS.ProcessEnv} environment
 * @returns {GatewaySecrets}
 */
export function gatewaySecrets(dataDirectory, environment) {
  const missing = secretNames.filter((name) => !environment[name]);
  if (missing.length > 0 && environment.NODE_ENV === 'production') {
    throw new Failure(`NODE_ENV is production, and not set: ${missing.join(', ')}.`, [
      'Set them (see .env.example): production never makes up its own keys.',
    ]);
  }
  const secretOf = (/** @type {SecretName} */ name) => {
    const given = environment[name];
    if (given) return given;
    const together = secretNames.filter((other) => files[other] === files[name]);
    const made = readOrMakeSecrets(join(dataDirectory, files[name]), together, (of) =>
      of === 'GATEWAY_SECRET' ? key() : `development:${key()}`,
    );
    return made[name] ?? '';
  };
  return {
    GATEWAY_SECRET: secretOf('GATEWAY_SECRET'),
    GATEWAY_ENCRYPTION_KEYS: secretOf('GATEWAY_ENCRYPTION_KEYS'),
    GATEWAY_FINGERPRINT_KEYS: secretOf('GATEWAY_FINGERPRINT_KEYS'),
    GATEWAY_VAULT_KEYS: secretOf('GATEWAY_VAULT_KEYS'),
  };
}

/**
 * An environment with the secrets of this process alone.
 * @param {keyof typeof secretsOf} process
 * @param {Record<string, string>} environment
 * @returns {Record<string, string>}
 */
export function withOwnSecrets(process, environment) {
  const own = new Set(secretsOf[process].map(String));
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !(name in files) || own.has(name)),
  );
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
