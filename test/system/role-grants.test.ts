import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { applyRoles } from '#persistence/roles/apply-roles';
import { roleGrants, roleNames } from '#persistence/roles/role-grants';
import { ledgerDatabase } from '../witnesses/ledger.js';
import { sharedStack } from '../stack/stack.js';
import { unlawfulSteps } from '../witnesses/unlawful-steps.js';

/** Goal: the table of grants is what Postgres has and what the document says; what roles do with them is in `roles.test.ts`. */
const database = ledgerDatabase();

beforeAll(async () => {
  await database.initialize();
});
afterAll(() => database.destroy());

describe('every role', () => {
  it('has what the table of grants says, and nothing else', async () => {
    const rows = await database.query<{ granted: string }[]>(
      `select distinct concat_ws(' ', substring(rolname from length(current_database()) + 2), lower(privilege_type), relname, attname) as granted
       from (
         select oid, null::name as attname, relacl as acl from pg_class
         union all select attrelid, attname, attacl from pg_attribute where attacl is not null
       ) as held join pg_class using (oid) cross join lateral aclexplode(acl) join pg_roles on pg_roles.oid = grantee
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'p') and grantee <> relowner`,
    );
    const listed = Object.entries(roleGrants).flatMap(([table, grants]) =>
      Object.entries(grants).flatMap(([role, verbs]) =>
        grantsIn(verbs).flatMap(({ verb, columns }) =>
          (columns ?? ['']).map((column) => `${role} ${verb} ${table} ${column}`.trim()),
        ),
      ),
    );
    expect(rows.map(({ granted }) => granted).toSorted()).toEqual(listed.toSorted());
  });

  it('is spoken of for every table and view', async () => {
    const rows = await database.query<{ name: string }[]>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'p', 'm') and not relispartition order by relname`,
    );
    expect(Object.keys(roleGrants).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('keeps its rights when they are given once more', async () => {
    await applyRoles(database, {});
    const api = new Client({ connectionString: sharedStack.databaseUrls.api });
    await api.connect();
    expect(await api.query('select from transactions limit 1')).toMatchObject({ command: 'SELECT' });
    await api.end();
  });

  it('may do what the document says', async () => {
    const document = await readFile('docs/security.md', 'utf8');
    const cell = (verbs = '') =>
      grantsIn(verbs)
        .map(({ verb, columns }) => (columns ? `${verb}*` : verb))
        .join(', ');
    const row = (name: string) =>
      `| \`${name}\` | ${roleNames.map((role) => cell(roleGrants[name]?.[role])).join(' | ')} |`;
    const plain = (line: string) => line.replaceAll(/\s+/g, ' ');
    const lines = document.split('\n').map(plain);
    expect(lines.filter((line) => /^\| `[a-z_]+` \|/.test(line))).toEqual(
      Object.keys(roleGrants).map((name) => plain(row(name))),
    );
    const refused = Object.entries(unlawfulSteps).flatMap(([role, steps]) =>
      Object.keys(steps).map((step) => `| ${role} | ${step} |`),
    );
    expect(lines).toEqual(expect.arrayContaining(refused));
  });
});

/** The verbs of a grant, with their columns where it names them. */
function grantsIn(
  verbs: string,
): readonly { readonly verb: string; readonly columns: string[] | undefined }[] {
  return [...verbs.matchAll(/(\w+)(?: \(([^)]*)\))?/g)].map(([, verb = '', columns]) => ({
    verb,
    columns: columns?.split(',').map((column) => column.trim()),
  }));
}

describe('an owner who may not make roles', () => {
  it('gets the statements that an administrator must run', async () => {
    await expect(applyMissing()).rejects.toThrow(/role \w+_api is missing.*create role "\w+_api"/);
  });

  /** In a database of that owner, before its roles are made. */
  async function applyMissing(): Promise<void> {
    const name = `roleless_${Date.now()}`;
    await database.query(`create role ${name} login password 'roleless'`);
    await database.query(`create database ${name} owner ${name}`);
    const url = new URL(sharedStack.databaseUrl);
    [url.username, url.password, url.pathname] = [name, 'roleless', `/${name}`];
    const own = createDatabase({ url: url.href, applicationName: 'test', poolSize: 1 });
    await own.initialize();
    try {
      await own.runMigrations({ transaction: 'each' });
      await applyRoles(own, { api: 'x', worker: 'x', checkout: 'x', admin: 'x', staff: 'x' });
    } finally {
      await own.destroy();
      await database.query(`drop database ${name}`);
      await database.query(`drop role ${name}`);
    }
  }
});
