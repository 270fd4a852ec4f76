import { Client } from 'pg';
import { openBooks } from '../witnesses/books.js';
import { placeTimings } from '../witnesses/place-timings.js';
import { fillStatements } from './fill-statements.js';
import { migrateToBaseline, migrateWith } from './plant-migrations.js';

export type History = { readonly transactions: number; readonly open: number };

const identifier = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const event = `'evt_' || lpad(n::text, 32, '0')`;
const plan = `{"routes":[{"provider":"sandbox","mid":"main"}],"timing":{"settleMs":60000,"unknownReviewMs":3600000,"submitMaxAgeMs":120000,"lookupMs":[5000,10000]}}`;

/** The identifier of the nth transaction; the first ones are open. */
export function nthIdentifier(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** The event of the nth transaction. */
export function nthEvent(n: number): string {
  return `evt_${String(n).padStart(32, '0')}`;
}

/**
 * Indexes that belong to no constraint, of whole tables: those of their parts come with them. To build them at the end takes half
 * as long as to keep them up to date.
 */
const indexesToBuild = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)
    and not exists (select from pg_inherits where inhrelid = indexrelid)`;

/**
 * Creates a database on this server with that much history, filled in before the migrations after the baseline. Open
 * transactions are as this build registers them.
 */
export async function createHistory(serverUrl: string, history: History): Promise<string> {
  const owner = openBooks(serverUrl);
  await owner.rows('create database history');
  await owner.close();
  const { href } = Object.assign(new URL(serverUrl), { pathname: '/history' });
  await migrateToBaseline(href);
  await fillHistory(href, history);
  await migrateWith(href);
  const books = openBooks(href);
  await placeTimings(books, 'finished_at is null', 'by their key');
  await fillStatements(books, history);
  await books.close();
  return href;
}

/**
 * Fills an empty, migrated database with transactions and what belongs to them, past triggers and foreign keys. Those that
 * have ended lie a year back and their personal data is purged, but for the latest tenth; of those a hundredth are due.
 */
export async function fillHistory(url: string, { transactions, open }: History): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set jit = off; set maintenance_work_mem = '256MB'`,
  );
  const indexes = await client.query<{ readonly name: string; readonly definition: string }>(indexesToBuild);
  const all = `generate_series(1, ${transactions}) as n`;
  const ended = `generate_series(${open + 1}, ${transactions}) as n`;
  for (const statement of [
    ...indexes.rows.map(({ name }) => `drop index ${name}`),
    `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
       status, status_source, provider, plan, content_fingerprint, submit_due_at, payable_until, created_at, finished_at)
     select ${identifier}, ${identifier}, 'payment', 'merchant-' || n % 20, 'project', n::text, 'card', 'h2h', 'EUR', 10,
       case when n <= ${open} then 'created' else 'success' end, 'provider', 'sandbox', '${plan}', '', now(), now(),
       now() - n * interval '30 seconds', case when n > ${open} then now() - n * interval '30 seconds' end from ${all}`,
    `insert into attempts (identifier, n, provider, mid, provider_reference, state)
     select ${identifier}, 1, 'sandbox', 'main', n::text, case when n <= ${open} then 'accepted' else 'final' end from ${all}`,
    `insert into lookups (identifier, n, answer) select ${identifier}, 1, 'found' from ${all}`,
    `insert into status_history (identifier, status, source) select ${identifier}, 'success', 'provider' from ${all}`,
    `insert into idempotency_records (identifier, state, open_until) select ${identifier}, 'answered', now() from ${all}`,
    `insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence, received_at, applied_at)
     select ${identifier}, 'sandbox', n::text, n::text, ${identifier}, '{}', now() - interval '1 minute',
       case when n > 50 then now() end from ${all}`,
    `insert into provider_events (id, provider, event_id, provider_reference, evidence)
     select gen_random_uuid(), 'other', n::text, n::text, '{}' from generate_series(1, 20000) as n`,
    `insert into events (event_id, identifier, merchant, callback_url, body, state, finished_at)
     select ${event}, ${identifier}, 'merchant-' || n % 20, 'http://127.0.0.1/', '{}',
       case when n % 10000 = 0 then 'exhausted' else 'delivered' end, now() - n * interval '30 seconds' from ${ended}`,
    `insert into delivery_attempts (event_id, n, at, http_status, latency_ms)
     select ${event}, 1, now(), 200, 10 from ${ended}`,
    `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
     select 'merchant-' || n % 20, case when n % 10000 = 0 then 'BRL' else 'EUR' end, 'clearing', 'collected', 10,
       'collect', ${identifier} from ${ended}`,
    `insert into personal_data (identifier, box, ended_at)
     select ${identifier}, 'box', case when n > ${open}
       then now() - case when n % 100 = 0 then interval '100 days' else interval '1 day' end end
     from generate_series(1, ${Math.round(transactions / 10)}) as n`,
    `insert into recoveries (identifier, step, due_at, ensured_at)
     select ${identifier}, 4, now() + (n - 300) * interval '100 milliseconds', now()
     from generate_series(51, ${open}) as n`,
    `insert into reviews (identifier, cause, evidence, closed_at, closed_by, closing_reason)
     select ${identifier}, 'cause', '{}', now(), 'somebody', 'seen' from generate_series(1, 20000) as n`,
    `insert into reviews (identifier, cause, evidence) select ${identifier}, 'open', '{}' from generate_series(1, 20) as n`,
    `insert into transfer_details (identifier, fingerprint, next_sweep_at, settled_at, outcome)
     select ${identifier}, '', now(), case when n > 20 then now() end, case when n > 20 then 'taken' end
     from generate_series(1, 20000) as n`,
    ...indexes.rows.map(({ definition }) => definition),
    'analyze',
  ]) {
    await client.query(statement);
  }
  await client.end();
}
