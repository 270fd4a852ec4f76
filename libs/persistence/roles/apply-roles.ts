import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Database } from '../database.js';
import {
  calledFunctions,
  definerFunctions,
  optionalRoles,
  roleGrants,
  roleNames,
  type RoleName,
} from './role-grants.js';

export type RolePasswords = Readonly<Partial<Record<RoleName, string | undefined>>>;

/** Postgres would cut longer names off, and the roles of a database would be one. */
const nameBytesMax = 63;

/**
 * Gives every process its role and every role its rights, after the migrations and as the owner of the tables. Roles
 * belong to the whole cluster and are named after their database, so that several databases do not meet. With a
 * password, a role is made or gets that password, as far as the owner may do so; without one it must be there already.
 * Repeating it changes nothing. Throws a sentence for a person when a role is missing and cannot be made. For each missing one
 * of `optionalRoles` it returns such a sentence instead, and does the rest.
 */
export async function applyRoles(database: Database, passwords: RolePasswords): Promise<readonly string[]> {
  return database.transaction(async (manager) => {
    const [place] = await manager.query<Place[]>(
      `select current_database() as database, current_user as owner, current_schema() as schema`,
    );
    if (!place) throw new Error('asking where we are answers with one row');
    const present: RoleName[] = [];
    const left: string[] = [];
    for (const name of roleNames) {
      const isThere = await ensureRole(manager, place, name, passwords[name]);
      const loss = optionalRoles[name];
      if (isThere) present.push(name);
      else if (loss === undefined) throw new Error(sayMissing(place, name));
      else left.push(sayLeftOut(place, name, loss));
    }
    await manager.query(statements(place, present).join(';\n'));
    return left;
  });
}

export function roleIn(database: string, name: RoleName): string {
  return `${database}_${name}`;
}

/** Returns whether the role is there in the end. */
async function ensureRole(
  manager: EntityManager,
  { database }: Place,
  name: RoleName,
  password: string | undefined,
): Promise<boolean> {
  const role = roleIn(database, name);
  if (Buffer.byteLength(role) > nameBytesMax) {
    throw new Error(`The database's name is too long for the role ${role}: ${nameBytesMax} bytes at most.`);
  }
  const { length } = await manager.query<unknown[]>('select from pg_roles where rolname = $1', [role]);
  const exists = length > 0;
  if (password === undefined) return exists;
  // The verifier is of base64 and dollar signs: it needs no escape.
  const change = `${exists ? 'alter' : 'create'} role ${quote(role)} login password '${scramVerifier(password)}'`;
  try {
    await manager.transaction((inner) => inner.query(change));
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // One that exists was made by an administrator, who also sets its password.
    return exists;
  }
  return true;
}

function sayMissing({ database, owner }: Place, name: RoleName): string {
  const role = roleIn(database, name);
  const remedy = `alter role ${quote(owner)} createrole; or: create role ${quote(role)} login password '…'`;
  return `The role ${role} is missing, and ${owner} may not make it. Let an administrator of the server run: ${remedy}`;
}

function sayLeftOut({ database }: Place, name: RoleName, loss: string): string {
  const role = roleIn(database, name);
  return `The role ${role} is missing, so ${loss}; everything else works. To have it, an administrator of the server runs: create role ${quote(role)} login password '…'. Then run this again.`;
}

const scramIterations = 4_096;
const saltBytes = 16;
const keyBytes = 32;

/**
 * What Postgres stores of a password (RFC 5802, SCRAM-SHA-256), so that the password itself is in no statement and no log
 * of the server. The password is ASCII: nothing needs to be normalised.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(saltBytes);
  const salted = pbkdf2Sync(password, salt, scramIterations, keyBytes, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${scramIterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function statements({ database, schema }: Place, present: readonly RoleName[]): readonly string[] {
  const at = (name: string) => `${quote(schema)}.${quote(name)}`;
  const granted = (names: readonly RoleName[]) =>
    names.filter((name) => present.includes(name)).map((name) => quote(roleIn(database, name)));
  const roles = granted(present).join(', ');
  return [
    // Objects that a role could create there would take precedence over those that the functions mean.
    `revoke create on schema ${quote(schema)} from public, ${roles}`,
    `grant connect on database ${quote(database)} to ${roles}`,
    `grant usage on schema ${quote(schema)} to ${roles}`,
    // The lines of a statement are copied into a temporary table before anything is said of them.
    ...granted(['finance']).map((role) => `grant temporary on database ${quote(database)} to ${role}`),
    `revoke all on all tables in schema ${quote(schema)} from ${roles}`,
    ...Object.entries(roleGrants).flatMap(([table, grants]) =>
      Object.entries(grants).flatMap(([name, verbs]) =>
        granted([name as RoleName]).map((role) => `grant ${verbs} on table ${at(table)} to ${role}`),
      ),
    ),
    ...[...definerFunctions.map((name) => `${name}()`), ...Object.keys(calledFunctions)].flatMap(
      (signature) => [
        `alter function ${quote(schema)}.${signature} security definer set search_path = ${quote(schema)}, pg_temp`,
        `revoke execute on function ${quote(schema)}.${signature} from public, ${roles}`,
      ],
    ),
    ...Object.entries(calledFunctions).flatMap(([signature, callers]) =>
      granted(callers).map((role) => `grant execute on function ${quote(schema)}.${signature} to ${role}`),
    ),
  ];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isForbidden(error: unknown): boolean {
  const { driverError } = error as { readonly driverError?: { readonly code?: unknown } };
  return driverError?.code === '42501';
}

type Place = { readonly database: string; readonly owner: string; readonly schema: string };
