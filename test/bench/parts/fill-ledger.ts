import type { Database } from '#persistence/database';

/** Of each merchant: one top-up, 300 payouts of which 290 have ended, and 400 payments. */
const entriesPerMerchant = 991;

/** Fills the books with about so many entries, by way of transactions that are registered and end as they do. */
export async function fillLedger(database: Database, entries: number): Promise<void> {
  const merchants = Math.max(1, Math.round(entries / entriesPerMerchant));
  for (let merchant = 0; merchant < merchants; merchant += 1)
    await fillMerchant(database, `bench-${merchant}`);
  await database.query('vacuum analyze');
}

async function fillMerchant(database: Database, merchant: string): Promise<void> {
  await database.sql`
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind)
    values (${merchant}, 'EUR', 'funding', 'available', 1000000, 'top_up')`;
  await database.sql`
    insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
      billing_amount, billing_currency, status, status_source, plan, content_fingerprint, payable_until, created_at)
    select identifier, identifier, case when n <= 300 then 'payout' else 'payment' end, ${merchant}, ${merchant}, n::text,
      'card', 'h2h', 'EUR', n, n, 'EUR', 'pending', 'api', '{}', '', now(), now()
    from (select n, uuidv7() as identifier from generate_series(1, 700) as n) as numbered`;
  await database.sql`
    update transactions set status_source = 'provider', finished_at = now(),
      status = case when type = 'payment' or reference::integer % 2 = 0 then 'success' else 'declined' end
    where merchant = ${merchant} and reference::integer > 10`;
}
