import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createDatabase, type Database } from '#persistence/database';
import { applyRoles, roleIn } from '#persistence/roles/apply-roles';
import { roleNames, type RoleName } from '#persistence/roles/role-grants';
import { openBooks, type Books } from '../witnesses/books.js';
import { migrateWith } from './plant-migrations.js';
import { sharedStack } from './stack.js';

/** A database of a test file's own, on the server of its lane. No process works on it. */
export type OwnDatabase = {
  /** As the owner of its tables. */
  readonly url: string;
  readonly database: Database;
  readonly books: Books;
  /** As the role of a process, where it has roles. */
  readonly urlOf: (role: RoleName) => string;
  readonly openAs: (role: RoleName) => Promise<Database>;
};

/** Migrated, and copied for each: the migrations take longer than all else. */
const template = 'migrated';
const poolSize = 10;

/**
 * Creates a database with the schema of this build for the test file that calls this at its top, and drops it after its last
 * test. It is for what must not be left in the shared books: rows that the laws of the tables would refuse, and MIDs,
 * statements and closed months that other files do not expect.
 */
export async function createOwnDatabase({ withRoles = false } = {}): Promise<OwnDatabase> {
  const server = openBooks(sharedStack.databaseUrl);
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await ensureTemplate(server);
  await server.rows(`create database ${name} template ${template}`);
  const url = urlTo(name).href;
  const password = randomUUID();
  const urlOf = (role: RoleName) =>
    Object.assign(urlTo(name), { username: roleIn(name, role), password }).href;
  const opened: Database[] = [];
  const open = async (as: string) => {
    const database = createDatabase({ url: as, applicationName: 'own database', poolSize });
    opened.push(database);
    return database.initialize();
  };
  const books = openBooks(url);
  afterAll(async () => {
    await Promise.all([books.close(), ...opened.map((database) => database.destroy())]);
    await server.rows(`drop database ${name} with (force)`);
    if (withRoles) for (const role of roleNames) await server.rows(`drop role ${roleIn(name, role)}`);
    await server.close();
  });
  const database = await open(url);
  if (withRoles) await applyRoles(database, Object.fromEntries(roleNames.map((role) => [role, password])));
  return { url, database, books, urlOf, openAs: (role) => open(urlOf(role)) };
}

/** The first file of a lane makes it, under another name until it is complete. */
async function ensureTemplate(server: Books): Promise<void> {
  const made = await server.rows('select from pg_database where datname = $1', template);
  if (made.length > 0) return;
  const draft = `${template}_draft`;
  await server.rows(`drop database if exists ${draft} with (force)`);
  await server.rows(`create database ${draft}`);
  await migrateWith(urlTo(draft).href);
  await server.rows(`alter database ${draft} rename to ${template}`);
}

function urlTo(name: string): URL {
  return Object.assign(new URL(sharedStack.databaseUrl), { pathname: `/${name}` });
}
