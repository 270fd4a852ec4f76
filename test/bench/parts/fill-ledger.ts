import type { Database } from '#persistence/database';

/** Of each merchant: one top-up, 300 payouts of which 290 have ended, and 400 payments. */
const entriesPerMerchant = 991;

/** Fills the books with about `entries` entries, by way of transactions that are registered and end as they do, with all
 * that proves them. */
export async function fillLedger(database: Database, entries: number): Promise<void> {
  const merchants = Math.max(1, Math.round(entries / entriesPerMerchant));
  for (let merchant = 0; merchant < merchants; merchant += 1)
    await fillMerchant(database, `bench-${merchant}`);
  await database.query('vacuum analyze');
}

async function fillMerchant(database: Database, merchant: string): Promise<void> {
  await database.sql`
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
    values (${merchant}, 'EUR', 'funding', 'available', 1000000, 'top_up', 'bench', 'bench')`;
  await database.sql`
    insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
      billing_amount, billing_currency, status, status_source, plan, content_fingerprint, payable_until, created_at)
    select identifier, identifier, case when n <= 300 then 'payout' else 'payment' end, ${merchant}, ${merchant}, n::text,
      'card', 'h2h', 'EUR', n, n, 'EUR', 'pending', 'api', '{}', '', now(), now()
    from (select n, uuidv7() as identifier from generate_series(1, 700) as n) as numbered`;
  await database.sql`
    insert into attempts (identifier, n, provider, mid, provider_reference, state, evidence)
    select identifier, 1, 'sandbox', 'main', identifier || '-1', 'final', jsonb_build_object(
      'providerReference', identifier || '-1', 'amount', amount::text, 'currency', currency,
      'outcome', case when type = 'payment' or reference::integer % 2 = 0 then 'success' else 'declined' end)
    from transactions where merchant = ${merchant} and reference::integer > 10`;
  await database.sql`
    insert into lookups (identifier, n, answer, outcome, evidence)
    select identifier, n, 'found', evidence->>'outcome', evidence
    from attempts join transactions using (identifier) where merchant = ${merchant} and type = 'payout'`;
  await database.sql`
    insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence)
    select identifier, attempts.provider, identifier, provider_reference, identifier, evidence
    from attempts join transactions using (identifier) where merchant = ${merchant} and type = 'payment'`;
  await database.sql`
    update transactions set status_source = 'provider', finished_at = now(), status = evidence->>'outcome'
    from attempts where attempts.identifier = transactions.identifier and merchant = ${merchant}`;
  await database.sql`
    insert into events (event_id, identifier, merchant, body, state)
    select 'evt_' || identifier, identifier, merchant, '{}', 'none'
    from transactions where merchant = ${merchant} and finished_at is not null`;
}
