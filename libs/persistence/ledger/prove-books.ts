import type { Database } from '../database.js';

/** What was looked at, and everything that does not agree; of many differences only the first are told. */
export type BooksProof = {
  readonly counts: Readonly<Record<'entries' | 'balances' | 'payouts' | 'payments' | 'counters', number>>;
  readonly differencesCount: number;
  readonly differences: readonly BooksDifference[];
};
export type BooksDifference = {
  /** What should hold. */
  readonly rule: string;
  /** Merchant and currency, a currency, a project, a limit or the identifier of a transaction. */
  readonly subject: string;
  readonly found: string;
  readonly expected: string;
};

const differencesMax = 100;

/**
 * Proves the books against themselves and against the transactions (contract §13). One statement, so all of it sees the
 * same moment, whatever is paid meanwhile. It changes nothing and blocks nobody; in large books it may take longer than
 * a connection's usual time limit.
 */
export async function proveBooks(database: Pick<Database, 'sql'>): Promise<BooksProof> {
  const [proof] = await database.sql<BooksProof[]>`
    with posted as (
      select merchant, currency,
        coalesce(sum(amount) filter (where to_account = 'available'), 0)
          - coalesce(sum(amount) filter (where from_account = 'available'), 0) as available,
        coalesce(sum(amount) filter (where to_account = 'reserved'), 0)
          - coalesce(sum(amount) filter (where from_account = 'reserved'), 0) as reserved
      from ledger_entries where kind <> 'collect' group by merchant, currency
    ), subjects as (
      select transactions.identifier, transactions.type, status, transactions.merchant, project,
        coalesce(billing_currency, transactions.currency) as currency,
        coalesce(billing_amount, transactions.amount) as amount,
        coalesce(string_agg(kind, ' ' order by entry.id), 'nothing') as kinds,
        coalesce(bool_and(entry.merchant = transactions.merchant and entry.amount = coalesce(billing_amount, transactions.amount)
          and entry.currency = coalesce(billing_currency, transactions.currency)), true) as is_same
      from transactions left join ledger_entries as entry using (identifier)
      where transactions.type = 'payout' or status = 'success' or entry.id is not null
      group by transactions.identifier
    ), held as (
      select merchant, currency, sum(amount) as reserved from subjects
      where type = 'payout' and status = 'pending' group by merchant, currency
    ), in_flight as (
      select project, count(*) from subjects where type = 'payout' and status = 'pending' group by project
    ), claimed as (
      select per, starts_on, scope, subject, type, currency, sum(amount) as amount, count(*) as count
      from limit_claims
      where created_at > now() - interval '63 days'
      group by per, starts_on, scope, subject, type, currency
    ), differences as (
      select 'a balance is the sum of its entries' as rule, merchant || ' ' || currency as subject,
        format('available %s, reserved %s', balance.available, balance.reserved) as found,
        format('available %s, reserved %s', posted.available, posted.reserved) as expected
      from ledger_balances as balance full join posted using (merchant, currency)
      where (balance.available, balance.reserved) is distinct from (posted.available, posted.reserved)
      union all
      select 'all postings of a currency add up to zero', currency, sum(amount)::text, '0'
      from ledger_postings group by currency having sum(amount) <> 0
      union all
      select 'what is reserved is what payouts that are not final hold', merchant || ' ' || currency,
        coalesce(balance.reserved, 0)::text, coalesce(held.reserved, 0)::text
      from ledger_balances as balance full join held using (merchant, currency)
      where coalesce(balance.reserved, 0) <> coalesce(held.reserved, 0)
      union all
      select 'a transaction is posted as its state says', identifier::text, kinds, expected
      from subjects, lateral (select case
        when type = 'payout' and status = 'pending' then 'reserve'
        when type = 'payout' and status = 'success' then 'reserve settle'
        when type = 'payout' then 'reserve release'
        when status = 'success' then 'collect'
        else 'nothing' end as expected) as lawful
      where kinds <> expected and not (expected = 'reserve settle' and kinds = 'reserve settle adjust')
      union all
      select 'a transaction is posted with its own money', identifier::text, 'other entries', amount || ' ' || currency
      from subjects where not is_same
      union all
      select 'a project has as many payouts in flight as are counted', project,
        coalesce(counter.count, 0)::text, coalesce(in_flight.count, 0)::text
      from payouts_in_flight as counter full join in_flight using (project)
      where coalesce(counter.count, 0) <> coalesce(in_flight.count, 0)
      union all
      select 'a limit counts what is registered and has not failed',
        concat_ws(' ', scope, subject, type, currency, per, starts_on),
        format('%s, %s in number', trim_scale(coalesce(counter.amount, 0)), coalesce(counter.count, 0)),
        format('%s, %s in number', trim_scale(coalesce(claimed.amount, 0)), coalesce(claimed.count, 0))
      from limit_counters as counter full join claimed using (per, starts_on, scope, subject, type, currency)
      where limit_period_end(per, starts_on) > now() - interval '31 days'
        and (coalesce(counter.amount, 0), coalesce(counter.count, 0))
          <> (coalesce(claimed.amount, 0), coalesce(claimed.count, 0))
    )
    select
      jsonb_build_object(
        'entries', (select count(*) from ledger_entries), 'balances', (select count(*) from ledger_balances),
        'payouts', (select count(*) from subjects where type = 'payout'),
        'payments', (select count(*) from subjects where type = 'payment'),
        'counters', (select count(*) from limit_counters)) as counts,
      (select count(*) from differences)::integer as "differencesCount",
      coalesce((select jsonb_agg(first) from (select * from differences limit ${differencesMax}) as first), '[]')
        as differences`;
  if (!proof) throw new Error('proving the books answers with one row');
  return proof;
}
