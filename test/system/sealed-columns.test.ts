import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: what is sealed leaves no copy in the planner's statistics, which are logged and outlive their row (contract §14). */
const { url, books } = await createOwnDatabase();
const lawless = openBooks(`${url}?options=${encodeURIComponent('-c session_replication_role=replica')}`);
const rowsEach = 60;
const ciphertextBytes = 105;

afterAll(() => lawless.close());

type Column = { readonly table: string; readonly column: string };

/** Found by the names of their columns. */
async function sealedColumns(): Promise<readonly Column[]> {
  const rows = await books.rows(
    `select attrelid::regclass::text as table, attname::text as column
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'bytea'::regtype
       and attname ~ '(^|_)box$' order by 1, 2`,
  );
  return rows.map((row) => ({ table: String(row['table']), column: String(row['column']) }));
}

/** Rows with ciphertexts that all differ, past every law; of the other columns any value of their type. */
async function fill(columns: readonly Column[]): Promise<void> {
  for (const table of new Set(columns.map((column) => column.table))) {
    const described = await books.rows(
      `select attname::text as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = ''`,
      table,
    );
    const names = described.map((column) => String(column['name'])).join(', ');
    const places = described.map((_, index) => `$${index + 1}`).join(', ');
    for (let row = 0; row < rowsEach; row += 1) {
      const values = described.map(({ name: column, type }) => valueOf(String(column), String(type)));
      await lawless.rows(`insert into ${table} (${names}) values (${places})`, ...values);
    }
  }
}

function valueOf(column: string, type: string): unknown {
  if (type === 'bytea') return randomBytes(ciphertextBytes);
  if (type === 'uuid') return randomUUID();
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'jsonb') return '{}';
  return column === 'purpose' ? 'request' : randomUUID();
}

/** Columns of which Postgres has kept a sample. */
async function sampledCiphertexts(): Promise<readonly string[]> {
  const columns = await sealedColumns();
  const rows = await books.rows(
    `select starelid::regclass || '.' || attname as sampled
     from pg_statistic join pg_attribute on attrelid = starelid and attnum = staattnum
     where starelid::regclass::text = any($1) order by 1`,
    columns.map(({ table }) => table),
  );
  const ciphertexts = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  return rows.map(({ sampled }) => String(sampled)).filter((sampled) => ciphertexts.has(sampled));
}

it('ANALYZE with live rows samples no sealed column', async () => {
  const columns = await sealedColumns();
  await fill(columns);
  await books.rows('analyze');
  expect(columns).toHaveLength(7);
  expect(await sampledCiphertexts()).toEqual([]);
  const [other] = await books.rows(
    `select count(*)::int as count from pg_stats where tablename = 'card_vault' and attname = 'identifier'`,
  );
  expect(other).toEqual({ count: 1 });
});

it('a stored key whose ciphertext is changed still counts as a revision', async () => {
  const revision = () => books.rows('select revision from api_key_revision');
  const [earlierRevision] = await revision();
  await books.rows(`update api_keys set secret_box = 'other' where id = (select min(id) from api_keys)`);
  expect(await revision()).not.toEqual([earlierRevision]);
});
