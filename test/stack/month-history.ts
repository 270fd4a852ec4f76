import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vi } from 'vitest';
import { monthTables } from '#persistence/months/month-tables';
import type { Books } from '../witnesses/books.js';
import { migrateWith } from './plant-migrations.js';

/** What each row is known by, as SQL; in an export these are its first columns. */
const keys: Readonly<Record<string, string>> = {
  delivery_attempts: `event_id || ',' || n`,
  lookups: `id || ',' || identifier`,
  provider_entries: `cause || ',' || kind`,
  routing_decisions: 'identifier',
  statement_lines: 'line_id',
  statement_matches: `line_id || ',' || turn`,
  status_history: `id || ',' || identifier`,
};
const dayMs = 86_400_000;

/** Migrates a database as if that had been long ago: its first part ended then, and months have come since. */
export async function migrateLongAgo(url: string, books: Books, days = 400): Promise<void> {
  vi.useFakeTimers({ now: Date.now() - days * dayMs, toFake: ['Date'] });
  try {
    await migrateWith(url);
  } finally {
    vi.useRealTimers();
  }
  await books.rows('select make_months()');
}

/**
 * History of `rows` rows a table, spread over the days before today, of transactions that are not there. Its months are closed,
 * because lines and entries of open months are kept.
 */
export async function fillMonths(books: Books, rows: number, days = 380): Promise<void> {
  const at = `- (n * ${days}::float8 / ${rows}) * interval '1 day'`;
  const identifier = `uuidv7(${at})`;
  const all = `generate_series(1, ${rows}) as n`;
  for (const statement of [
    `insert into lookups (identifier, n, answer, detail)
      select ${identifier}, 1, 'not_found', 'a "text", of' || chr(10) || 'two lines' from ${all}`,
    `insert into status_history (identifier, status, source) select ${identifier}, 'success', 'provider' from ${all}`,
    `insert into routing_decisions (identifier, configuration_version, candidates) select ${identifier}, 1, '[]' from ${all}`,
    `insert into delivery_attempts (event_id, n, at, http_status, latency_ms)
      select 'evt_' || replace(${identifier}::text, '-', ''), 1, now() ${at}, 200, 5 from ${all}`,
    // Fees of one file, each with its match and its entry.
    `insert into statement_files (source, account, way, sha256, from_on, to_on, lines, new_lines, digest, imported_by)
      select 'provider', 'main', 'file', encode(sha256(random()::text::bytea), 'hex'), (now() - ${days} * interval '1 day')::date,
        now()::date, ${rows}, ${rows}, 0, 'test'`,
    `insert into statement_lines (line_id, file, account, line_key, kind, gross, fee, tax, net, currency, booked_on, content)
      select ${identifier}, max(id), 'main', n::text, 'fee', 1, 0, 0, 1, 'EUR', (now() ${at})::date,
        line_content(n::text, 'fee', null, null, null, 1, 0, 0, 1, 'EUR', null, null, null, (now() ${at})::date)
      from ${all} cross join statement_files group by n`,
    `update statement_files set digest = (select sum(hashtextextended(content, 0)::numeric) from statement_lines where file = id)
      where digest = 0`,
    `insert into statement_matches (line_id, turn, source, account, way)
      select line_id, 1, 'provider', 'main', 'itself' from statement_lines on conflict do nothing`,
    `insert into provider_entries (cause, kind, mid, currency, from_account, to_account, amount, line_id)
      select line_id, 'fee', 'main', 'EUR', 'held', 'fees', 1, line_id from statement_lines on conflict do nothing`,
    `insert into periods (month, until, closed_by, confirmed_by, reason)
      select date_trunc('month', now())::date, now() + interval '1 day', 'ada', 'grace', 'test'
      where not exists (select from periods)`,
  ])
    await books.inThePast(statement);
}

/** For how many days that history is kept. */
export async function keepFor(books: Books, days: number): Promise<void> {
  await books.rows(
    `insert into configurations (digest, document, secrets_box, applied_by) values ($1, $2, '', 'test')`,
    `kept ${days}`,
    JSON.stringify({ timing: { retentionHistoryMs: days * dayMs } }),
  );
}

export type RowKeys = Readonly<Record<string, readonly string[]>>;

/** The keys of all rows that the tables in months have. */
export async function rowsKept(books: Books): Promise<RowKeys> {
  const kept: Record<string, readonly string[]> = {};
  for (const table of Object.keys(monthTables)) kept[table] = await keysIn(books, table, table);
  return kept;
}

/** Those in parts that were detached and not yet dropped. */
export async function rowsDetached(books: Books): Promise<RowKeys> {
  const detached: Record<string, string[]> = {};
  for (const table of Object.keys(monthTables)) {
    const parts = await books.rows(
      `select relname as part from pg_class where relkind = 'r' and not relispartition and relname ~ $1`,
      `^${table}_(first|before|\\d{4}_\\d\\d)$`,
    );
    detached[table] = [];
    for (const { part } of parts) detached[table].push(...(await keysIn(books, table, String(part))));
  }
  return detached;
}

/** Those in exports that have a manifest. */
export function rowsExported(folder: string, parts: readonly string[]): RowKeys {
  const exported: Record<string, string[]> = {};
  for (const part of parts) {
    if (!existsSync(join(folder, `${part}.json`))) continue;
    const table = Object.keys(monthTables).find((name) => part.startsWith(name)) ?? '';
    const columns = keys[table]?.includes('||') ? 2 : 1;
    const form = columns === 2 ? /^([^,\n"]+,[^,\n"]+),/gm : /^([^,\n"]+),/gm;
    const text = gunzipSync(readFileSync(join(folder, `${part}.csv.gz`))).toString();
    const rows = [...text.matchAll(form)].map(([, key = '']) => key).filter((key) => /\d/.test(key));
    (exported[table] ??= []).push(...rows);
  }
  return exported;
}

async function keysIn(books: Books, table: string, from: string): Promise<readonly string[]> {
  const rows = await books.rows(`select ${keys[table]} as key from ${from}`);
  return rows.map(({ key }) => String(key));
}
