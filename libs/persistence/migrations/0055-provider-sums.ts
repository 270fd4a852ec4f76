import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sums of the provider books by day and by quarter of an hour, so that a report does not add up all entries of an open month. The
 * worker adds to them what was posted since; a report itself adds the rest, so it is the same however far the sums have got.
 */
export class ProviderSums1700000000083 implements MigrationInterface {
  name = 'ProviderSums1700000000083';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [tables, summing, reading]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function entries_after_mark(text, timestamptz, timestamptz)');
    await runner.query('drop function mark_of_sums(text)');
    await runner.query('drop function sum_provider_entries(text, integer)');
    // squawk-ignore ban-drop-table
    await runner.query('drop table provider_sums');
    // squawk-ignore ban-drop-table
    await runner.query('drop table provider_sum_marks');
  }
}

const tables = `
create table provider_sums (
  merchant text not null,
  span interval not null,
  starts_at timestamptz(3) not null,
  provider text not null,
  method text not null,
  currency text not null,
  kind text not null,
  moved numeric not null,
  count bigint not null,
  first_place xid8 not null,
  last_place xid8 not null,
  constraint provider_sums_pkey primary key (merchant, span, starts_at, provider, method, currency, kind),
  constraint provider_sums_span_check check (span in ('15 minutes', '1 day'))
);

-- The last of a merchant's entries that is in its sums, in the order of committed_in and id.
create table provider_sum_marks (
  merchant text constraint provider_sum_marks_pkey primary key,
  committed_in xid8 not null default '0',
  entry bigint not null default '0'
)`;

/**
 * What counts, in which direction and under which name is as reports have it (`entry-parts.ts`); the proof of the books compares
 * both.
 */
const summing = `
-- Adds the next entries of a merchant to its sums and returns their number. One caller at a time: another one finds nothing to do.
-- It stops before the oldest transaction that is open, so no entry can still appear at or before the mark.
create function sum_provider_entries(of_merchant text, at_most integer) returns integer language plpgsql
  set plan_cache_mode = force_custom_plan as $$
declare
  mark provider_sum_marks;
  taken integer;
begin
  insert into provider_sum_marks (merchant) values (of_merchant) on conflict do nothing;
  select * into mark from provider_sum_marks where merchant = of_merchant for update skip locked;
  if not found then
    return 0;
  end if;
  -- The books were restored from a server with higher transaction ids: they are summed anew.
  if mark.committed_in >= pg_snapshot_xmin(pg_current_snapshot()) then
    delete from provider_sums where merchant = of_merchant;
    update provider_sum_marks set committed_in = default, entry = default where merchant = of_merchant returning * into mark;
  end if;
  with next as materialized (
    select id, coalesce(provider, mid) as provider, coalesce(method, '') as method, currency, posted_at, committed_in,
      case when kind in ('funding', 'unexplained') then 'other' else kind end as kind,
      case when (to_account = 'held') = (kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'funding',
        'unexplained')) then amount else -amount end as moved,
      kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'refund', 'provider_refund', 'chargeback',
        'payout', 'fee', 'tax', 'settlement') or (merchant = '' and kind in ('funding', 'unexplained')) as is_reported
    from provider_entries
    where merchant = of_merchant and (committed_in, id) > (mark.committed_in, mark.entry)
      and committed_in < pg_snapshot_xmin(pg_current_snapshot())
    order by committed_in, id limit at_most
  ), added as (
    insert into provider_sums as sum
      (merchant, span, starts_at, provider, method, currency, kind, moved, count, first_place, last_place)
    select of_merchant, span, date_bin(span, posted_at, '2000-01-01 00:00:00+00'), provider, method, currency, kind, sum(moved),
      count(*), min(committed_in), max(committed_in)
    from next cross join (values (interval '15 minutes'), ('1 day')) as spans (span)
    where is_reported group by 2, 3, 4, 5, 6, 7
    on conflict (merchant, span, starts_at, provider, method, currency, kind) do update set moved = sum.moved + excluded.moved,
      count = sum.count + excluded.count, first_place = least(sum.first_place, excluded.first_place),
      last_place = greatest(sum.last_place, excluded.last_place)
  ), marked as (
    update provider_sum_marks set committed_in = newest.committed_in, entry = newest.id
    from (select committed_in, id from next order by committed_in desc, id desc limit 1) as newest
    where merchant = of_merchant
  )
  select count(*) into taken from next;
  return taken;
end $$`;

/** Functions, so that the planner knows the mark and expects few rows after it. They see what the statement around them sees. */
const reading = `
-- Null: nothing is summed yet, or the books were restored from a server with higher transaction ids.
create function mark_of_sums(of_merchant text) returns provider_sum_marks language sql stable as $$
  select * from provider_sum_marks
  where merchant = of_merchant and committed_in < pg_snapshot_xmin(pg_current_snapshot())
$$;

-- What was posted from since, until before, and is not in the sums.
create function entries_after_mark(of_merchant text, since timestamptz, before timestamptz) returns setof provider_entries
  language plpgsql stable rows 1000 set plan_cache_mode = force_custom_plan as $$
declare
  mark constant provider_sum_marks := mark_of_sums(of_merchant);
begin
  return query select * from provider_entries
    where merchant = of_merchant and (committed_in, id) > (coalesce(mark.committed_in, '0'), coalesce(mark.entry, 0))
      and posted_at >= since and posted_at < before;
end $$`;
