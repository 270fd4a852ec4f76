import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sums of the provider books by day and by quarter of an hour, so that a report does not add up all entries of an open month. The
 * worker adds to them what was posted since; a report adds the rest itself, so it is the same however far the sums are.
 */
export class ProviderSums1700000000083 implements MigrationInterface {
  name = 'ProviderSums1700000000083';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(summing);
    await runner.query(reading);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function entries_behind_sums(text)');
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

-- The last place among a merchant's entries that is in its sums.
create table provider_sum_marks (
  merchant text constraint provider_sum_marks_pkey primary key,
  place xid8 not null default '0',
  summed_at timestamptz(3) not null default clock_timestamp()
)`;

/**
 * What counts, in which direction and under which name is as reports have it (`entry-parts.ts`); the proof of the books compares
 * both.
 */
const summing = `
-- Adds the next entries of a merchant to its sums and returns their number. Only one caller at a time does: for another there is
-- nothing to do. Every database transaction before the oldest open one is over, so that nothing can come behind the mark any more.
create function sum_provider_entries(of_merchant text, at_most integer) returns integer language plpgsql as $$
declare
  mark xid8;
  last xid8;
  taken integer;
begin
  insert into provider_sum_marks (merchant) values (of_merchant) on conflict do nothing;
  select place into mark from provider_sum_marks where merchant = of_merchant for update skip locked;
  if not found then
    return 0;
  end if;
  -- A mark of the future is from a server whose numbers were ahead: the books were restored into this one. They are summed anew.
  if mark >= pg_snapshot_xmin(pg_current_snapshot()) then
    delete from provider_sums where merchant = of_merchant;
    mark := '0';
  end if;
  -- A database transaction is in the sums as a whole.
  select committed_in into last from provider_entries
  where merchant = of_merchant and committed_in > mark order by committed_in, id offset at_most - 1 limit 1;
  with next as materialized (
    select coalesce(provider, mid) as provider, coalesce(method, '') as method, currency, posted_at, committed_in,
      case when kind in ('funding', 'unexplained') then 'other' else kind end as kind,
      case when (to_account = 'held') = (kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'funding',
        'unexplained')) then amount else -amount end as moved,
      kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'refund', 'provider_refund', 'chargeback',
        'payout', 'fee', 'tax', 'settlement') or (merchant = '' and kind in ('funding', 'unexplained')) as is_reported
    from provider_entries
    where merchant = of_merchant and committed_in > mark and (last is null or committed_in <= last)
      and committed_in < pg_snapshot_xmin(pg_current_snapshot())
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
  )
  select count(*), coalesce(max(committed_in), mark) into taken, last from next;
  update provider_sum_marks set place = last, summed_at = clock_timestamp() where merchant = of_merchant;
  return taken;
end $$`;

/** A report reads all of it in one statement. As functions, because only so does Postgres know how little is behind a mark. */
const reading = `
-- Null: nothing is summed yet, or the sums are from a server whose numbers were ahead.
create function mark_of_sums(of_merchant text) returns xid8 language sql stable as $$
  select place from provider_sum_marks where merchant = of_merchant and place < pg_snapshot_xmin(pg_current_snapshot())
$$;

create function entries_behind_sums(of_merchant text) returns setof provider_entries language plpgsql stable rows 1000
  set plan_cache_mode = force_custom_plan as $$
declare
  mark constant xid8 := coalesce(mark_of_sums(of_merchant), '0');
begin
  return query select * from provider_entries where merchant = of_merchant and committed_in > mark;
end $$`;
