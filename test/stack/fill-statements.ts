import type { Books } from '../witnesses/books.js';
import type { History } from './fill-history.js';

/** Differences of history, all closed: one for this many transactions. */
const differenceEvery = 5;
/** Entries of the merchant `busy`, all of one day that lies behind the closed month. */
const busyEntries = 30_000;
/** Parts of one open difference. */
const openParts = 100;

/**
 * Adds to a history what needs the newest schema, past triggers and foreign keys: a statement for each day but the two newest
 * with the lines of what succeeded, closed differences, those of an import that a person still has to look at, a refund of every
 * tenth payment that has ended, a closed month, which ended at least five days ago, and a merchant with many entries
 * of one day.
 */
export async function fillStatements(books: Books, { transactions, open }: History): Promise<void> {
  const closed = 2 * Math.floor(transactions / differenceEvery / 2);
  for (const statement of [
    `insert into statement_files (source, account, way, sha256, from_on, to_on, lines, new_lines, digest, imported_by)
     select 'provider', 'main', 'file', encode(sha256(convert_to(day::text, 'UTF8')), 'hex'), day, day, count(*), count(*), 0, 'history'
     from (select posted_at::date as day from provider_entries) as entry where day < current_date - 1 group by day order by day`,
    `insert into statement_lines (line_id, file, account, line_key, kind, reference, gross, fee, tax, net, currency, booked_on, content)
     select line_key_of(to_on, entry.id::text), files.id, 'main', entry.id::text, entry.kind, identifier || '-1', amount, 0, 0, amount,
       currency, to_on, ''
     from provider_entries as entry join statement_files as files on to_on = posted_at::date`,
    `insert into statement_matches (line_id, turn, source, account, way, identifier, entry_kind, merchant, provider, method)
     select line.line_id, 1, 'provider', 'main', 'reference', entry.identifier, entry.kind, entry.merchant, entry.provider, entry.method
     from provider_entries as entry join statement_lines as line on line_key = entry.id::text`,
    `delete from provider_transit using statement_matches as matched where matched.identifier = provider_transit.identifier`,
    // Half of them alone, with their line; half of them as parts of one import.
    `insert into differences (class, source, account, subject, on_day, count, state, closed_at, closed_how)
     select 'not_listed', 'provider', 'main', 'earlier import', current_date, ${closed / 2}, 'closed', now() - interval '60 days', 'books'`,
    `insert into differences (class, source, account, subject, on_day, line_id, identifier, part_of, state, opened_at, closed_at, closed_how)
     select case when n % 2 = 0 then 'amount' else 'not_listed' end, 'provider', 'main', line.line_key, line.booked_on,
       case when n % 2 = 0 then line.line_id end, matched.identifier, case when n % 2 = 1 then whole.id end, 'closed', line.booked_on,
       line.booked_on, 'line'
     from (select row_number() over () as n, told.* from statement_lines as told limit ${closed}) as line
       join statement_matches as matched on matched.line_id = line.line_id cross join differences as whole`,
    `insert into differences (class, source, account, subject, on_day, count)
     select 'not_listed', 'provider', 'main', 'import', current_date, ${openParts}`,
    `insert into differences (class, source, account, subject, on_day, part_of)
     select 'not_listed', 'provider', 'main', 'part ' || n, current_date, (select id from differences where subject = 'import')
     from generate_series(1, ${openParts}) as n`,
    `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount, status,
       status_source, plan, content_fingerprint, payable_until, created_at, finished_at, payment, payment_reference)
     select refund, refund, 'refund', merchant, project, reference, method, style, currency, amount, 'success',
       'provider', plan, '', payable_until, created_at, finished_at, identifier, reference
     from (select gen_random_uuid() as refund, transactions.* from transactions
       where reference::integer % 10 = 0 and reference::integer > ${open}) as payment`,
    `insert into attempts (identifier, n, provider, mid, provider_reference, state)
     select identifier, 1, 'sandbox', 'main', identifier || '-1', 'final' from transactions where type = 'refund'`,
    `insert into refund_totals (payment, paid, refunded, count, billing, billed, billing_currency, billing_decimals)
     select payment, amount, amount, 1, amount, amount, currency, 2 from transactions where type = 'refund'`,
    `insert into periods (month, until, closed_by, confirmed_by, reason)
     select month - interval '1 month', month, 'one', 'another', 'history' from (select date_trunc('month', now() - interval '5 days') as month) as this`,
    `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount, identifier, method,
       posted_at, committed_in)
     select cause, 'payment', 'busy', 'main', 'sandbox', 'EUR', 'customers', 'held', 10, cause, 'card',
       current_date - interval '4 days' + n * interval '2 seconds', (3 + n / 60)::text::xid8
     from (select n, uuidv7() as cause from generate_series(1, ${busyEntries}) as n) as entry`,
    // It imports no statements.
    `insert into provider_transit (identifier, kind, merchant, mid, provider, currency, amount, method, posted_at, committed_in)
     select cause, kind, merchant, 'no statements', provider, currency, amount, method, posted_at, committed_in
     from provider_entries where merchant = 'busy'`,
    // A large statement of one merchant has just been imported.
    `insert into transit_departures (merchant, committed_in, identifier, provider, method, currency, amount, posted_at)
     select 'importer', '3', uuidv7(), 'sandbox', 'card', 'EUR', 10, now() from generate_series(1, ${busyEntries})`,
    // As workers do.
    `select sum_provider_entries(merchant, ${2 * transactions}), sum_provider_transit(merchant, ${2 * transactions})
     from (select distinct merchant from provider_entries) as booked`,
  ])
    await books.inThePast(statement);
  // In life it loses as much each day as it gains.
  await books.rows('vacuum full provider_transit');
  await books.rows('analyze');
}
