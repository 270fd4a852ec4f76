import type { BenchDatabase } from '../measures/bench-database.js';

export type AttemptsWanted = {
  readonly mid: string;
  readonly merchant: string;
  /** Milliseconds: when all of them were made. */
  readonly origin: number;
  readonly attempts: number;
  /** How many of them are of today: the last ones. The others are five days old, and every 25th of those is on no statement. */
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
 * Fills the books with successful payments of 10.00 EUR, and the provider books with what triggers would post of them,
 * which saves an hour of triggers.
 */
export async function fillAttempts(
  database: BenchDatabase,
  { mid, merchant, origin, attempts, waiting }: AttemptsWanted,
): Promise<void> {
  await database.query('set session_replication_role = replica');
  for (let n = 0; n < attempts; n += atOnce) {
    const numbered = `(select n, left($1, 24) || lpad(to_hex(n), 12, '0') as id
      from generate_series($2::bigint, $3::bigint) as n) as numbered`;
    const values = [referenceAt(origin, 0), n, Math.min(attempts, n + atOnce) - 1];
    const postedAt = "now() - case when n < $6 then interval '5 days' else interval '0' end";
    const posted = [...values, merchant, mid, attempts - waiting];
    await database.query(
      `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
         billing_amount, billing_currency, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
       select id::uuid, id::uuid, 'payment', $4, 'demo', id, 'card', 'h2h', 'EUR', 10, 10, 'EUR', 'success',
         'provider', '{}', '', now(), now(), now() from ${numbered}`,
      [...values, merchant],
    );
    await database.query(
      `insert into attempts (identifier, n, provider, mid, provider_reference, state)
       select id::uuid, 1, 'sandbox', $4, id || '-1', 'final' from ${numbered}`,
      [...values, mid],
    );
    await database.query(
      `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount, identifier,
         method, posted_at)
       select id::uuid, 'payment', $4, $5, 'sandbox', 'EUR', 'customers', 'held', 10, id::uuid, 'card', ${postedAt}
       from ${numbered}`,
      posted,
    );
    await database.query(
      `insert into provider_transit (identifier, kind, merchant, mid, provider, currency, amount, method, posted_at)
       select id::uuid, 'payment', $4, $5, 'sandbox', 'EUR', 10, 'card', ${postedAt}
       from ${numbered} where n >= $6 or n % ${lateEvery} = 0`,
      posted,
    );
  }
  await database.query('set session_replication_role = origin');
  for (const table of ['transactions', 'attempts', 'provider_entries', 'provider_transit'])
    await database.query(`vacuum analyze ${table}`);
}
