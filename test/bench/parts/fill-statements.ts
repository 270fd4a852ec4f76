import type { BenchDatabase } from '../measures/bench-database.js';

/**
 * Writes a line of a statement for each entry of the provider books that has none, and what the line says: that it is this
 * entry, and which fee it took.
 */
export async function fillStatements(database: BenchDatabase): Promise<void> {
  await database.query('set session_replication_role = replica');
  await database.query(`create unlogged table lines as
    select line_key_of(posted_at::date, cause || kind) as line_id, cause, kind, merchant, mid, provider, currency, amount,
      identifier, method, posted_at
    from provider_entries where identifier is not null and not exists (
      select from statement_matches where statement_matches.identifier = provider_entries.identifier)`);
  await database.query(`insert into statement_lines (line_id, file, account, line_key, kind, reference, gross, fee, tax, net,
      currency, booked_on, content)
    select line_id, 1, mid, cause || kind, kind, identifier || '-1', amount, 0.25, 0, amount - 0.25, currency,
      posted_at::date, md5(line_id::text) from lines`);
  await database.query(`insert into statement_matches (line_id, turn, source, account, way, identifier, entry_kind, merchant,
      provider, method)
    select line_id, 1, 'provider', mid, 'reference', identifier, kind, merchant, provider, method from lines`);
  await database.query(`insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account,
      amount, line_id, method)
    select line_id, 'fee', merchant, mid, provider, currency, 'held', 'fees', 0.25, line_id, method from lines`);
  await database.query('set session_replication_role = origin');
  // Its sums have to hear of it.
  await database.query('alter table provider_transit disable trigger provider_transit_law');
  await database.query(
    'delete from provider_transit using lines where provider_transit.identifier = lines.identifier',
  );
  await database.query('alter table provider_transit enable trigger provider_transit_law');
  await database.query('drop table lines');
}
