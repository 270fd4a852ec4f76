import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { readOrMakeSecrets } from './secrets.mjs';

const passwordBytes = 24;

/** The processes that log in to Postgres as themselves, with the variable of each one's password. */
const passwordVariables = /** @type {const} */ ({
  api: 'API_DATABASE_PASSWORD',
  worker: 'WORKER_DATABASE_PASSWORD',
  checkout: 'CHECKOUT_DATABASE_PASSWORD',
  admin: 'ADMIN_DATABASE_PASSWORD',
});

/** @typedef {keyof typeof passwordVariables} RoleName */
/** @typedef {{ readonly passwords: Record<string, string>, readonly urls: Record<RoleName, string> }} DatabaseRoles */

/**
 * The role of each process in the owner's database: passwords for the migration, which makes the roles, and the address
 * of each. Passwords are as given, else made once for this data folder and used again.
 * @param {string} dataDirectory
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} ownerUrl
 * @returns {DatabaseRoles}
 */
export function databaseRoles(dataDirectory, environment, ownerUrl) {
  const names = Object.values(passwordVariables);
  const made = readOrMakeSecrets(join(dataDirectory, 'database-passwords.json'), names, () =>
    randomBytes(passwordBytes).toString('hex'),
  );
  const passwords = Object.fromEntries(names.map((name) => [name, environment[name] || made[name] || '']));
  const urlOf = (/** @type {RoleName} */ role) =>
    roleUrl(ownerUrl, role, passwords[passwordVariables[role]] ?? '');
  return {
    passwords,
    urls: { api: urlOf('api'), worker: urlOf('worker'), checkout: urlOf('checkout'), admin: urlOf('admin') },
  };
}

/**
 * An environment without the passwords: only the migration needs to know them.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutPasswords(environment) {
  const hidden = new Set(Object.values(passwordVariables).map(String));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !hidden.has(name)));
}

/**
 * The database's address for one of its roles, which are named after it; unchanged where it is that role's already.
 * @param {string} ownerUrl
 * @param {RoleName} role
 * @param {string} password
 */
function roleUrl(ownerUrl, role, password) {
  const url = new URL(ownerUrl);
  // As Postgres has it: without a name, the database is the user's.
  const database = decodeURIComponent(url.pathname.slice(1) || url.username);
  const name = `${database}_${role}`;
  if (decodeURIComponent(url.username) === name) return ownerUrl;
  if (url.pathname.length <= 1) url.pathname = `/${encodeURIComponent(database)}`;
  url.username = encodeURIComponent(name);
  url.password = password;
  return url.href;
}
