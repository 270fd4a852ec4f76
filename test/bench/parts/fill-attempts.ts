import type { BenchDatabase } from '../measures/bench-database.js';

export type AttemptsWanted = {
  readonly mid: string;
  /** Milliseconds: when all of them were made. */
  readonly origin: number;
  readonly attempts: number;
  /** The last so many are on no statement yet; of those before every 25th has waited for longer than it may. */
  readonly waiting: number;
};

const atOnce = 250_000;
const lateEvery = 25;

/** The reference of the attempt with this number. */
export function referenceAt(origin: number, n: number): string {
  const time = origin.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}-1`;
}

/**
 * Fills the books with successful payments and what the provider books have of them, as triggers would post it: an
 * hour of triggers is saved. Each is of 10.00 EUR.
 */
export async function fillAttempts(
  database: BenchDatabase,
  { mid, origin, attempts, waiting }: AttemptsWanted,
): Promise<void> {
  await database.query('set session_replication_role = replica');
  for (let n = 0; n < attempts; n += atOnce) {
    const numbered = `(select n, left($1, 24) || lpad(to_hex(n), 12, '0') as id
      from generate_series($2::bigint, $3::bigint) as n) as numbered`;
    const values = [referenceAt(origin, 0), n, Math.min(attempts, n + atOnce) - 1];
    await database.query(
      `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
         billing_amount, billing_currency, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
       select id::uuid, id::uuid, 'payment', 'bench-statements', 'demo', id, 'card', 'h2h', 'EUR', 10, 10, 'EUR', 'success',
         'provider', '{}', '', now(), now(), now() from ${numbered}`,
      values,
    );
    await database.query(
      `insert into attempts (identifier, n, provider, mid, provider_reference, state)
       select id::uuid, 1, 'sandbox', $4, id || '-1', 'final' from ${numbered}`,
      [...values, mid],
    );
    await database.query(
      `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount, identifier, method)
       select id::uuid, 'payment', 'bench-statements', $4, 'sandbox', 'EUR', 'customers', 'held', 10, id::uuid, 'card' from ${numbered}`,
      [...values, mid],
    );
    await database.query(
      `insert into provider_transit (identifier, kind, merchant, mid, provider, currency, amount, method, posted_at)
       select id::uuid, 'payment', 'bench-statements', $4, 'sandbox', 'EUR', 10, 'card',
         now() - case when n < $5 then interval '5 days' else interval '0' end
       from ${numbered} where n >= $5 or n % ${lateEvery} = 0`,
      [...values, mid, attempts - waiting],
    );
  }
  await database.query('set session_replication_role = origin');
  for (const table of ['transactions', 'attempts', 'provider_entries', 'provider_transit'])
    await database.query(`vacuum analyze ${table}`);
}
