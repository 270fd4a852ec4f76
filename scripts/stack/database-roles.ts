import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { readOrMakeSecrets } from './secrets.js';

const passwordBytes = 24;

/** The processes that log in to Postgres as themselves, with the variable of each one's password. */
const passwordVariables = {
  api: 'API_DATABASE_PASSWORD',
  worker: 'WORKER_DATABASE_PASSWORD',
  checkout: 'CHECKOUT_DATABASE_PASSWORD',
  admin: 'ADMIN_DATABASE_PASSWORD',
  staff: 'STAFF_DATABASE_PASSWORD',
  finance: 'FINANCE_DATABASE_PASSWORD',
} as const;

/** Each kept in a file of its own: data folders from before these roles already have a file for the others. */
const newer: Readonly<Record<string, string>> = {
  [passwordVariables.staff]: 'database-password-of-staff.json',
  [passwordVariables.finance]: 'database-password-of-finance.json',
};

type RoleName = keyof typeof passwordVariables;
export type DatabaseRoles = {
  /** By their variables: for the migration, which makes the roles. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly urls: Readonly<Record<RoleName, string>>;
};

/**
 * The role of each process in the owner's database. Passwords are as given, else made once for this data folder and
 * used again.
 */
export function databaseRoles(
  dataDirectory: string,
  environment: NodeJS.ProcessEnv,
  ownerUrl: string,
): DatabaseRoles {
  const names = Object.values(passwordVariables);
  const readOrMake = (of: readonly string[], file = 'database-passwords.json') =>
    readOrMakeSecrets(join(dataDirectory, file), of, () => randomBytes(passwordBytes).toString('hex'));
  const made = {
    ...readOrMake(names.filter((name) => newer[name] === undefined)),
    ...Object.fromEntries(
      Object.entries(newer).flatMap(([name, file]) => Object.entries(readOrMake([name], file))),
    ),
  };
  const passwords = Object.fromEntries(names.map((name) => [name, environment[name] || made[name] || '']));
  const urlOf = (role: RoleName) => roleUrl(ownerUrl, role, passwords[passwordVariables[role]] ?? '');
  return {
    passwords,
    urls: {
      api: urlOf('api'),
      worker: urlOf('worker'),
      checkout: urlOf('checkout'),
      admin: urlOf('admin'),
      staff: urlOf('staff'),
      finance: urlOf('finance'),
    },
  };
}

/** An environment without the passwords: only the migration needs to know them. */
export function withoutPasswords(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hidden = new Set<string>(Object.values(passwordVariables));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !hidden.has(name)));
}

/** The database's address for one of its roles, which are named after it; unchanged where it is that role's already. */
function roleUrl(ownerUrl: string, role: RoleName, password: string): string {
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
