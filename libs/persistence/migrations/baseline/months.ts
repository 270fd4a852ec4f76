/** The parts of the tables that are kept in months. */
export const months = `
-- Makes the months of each table up to the end of the third month from now, and returns how many it made. A new
-- table is attached, because 'create table … partition of' would wait for all readers and writers.
create function make_months() returns integer language plpgsql as $$
declare
  newest record;
  month timestamptz;
  part text;
  is_event boolean;
  made integer := 0;
  key_at constant text := 'select case when $2 then ''evt_'' || time else
    format(''%s-%s-0000-0000-000000000000'', substr(time, 1, 8), substr(time, 9)) end
    from (select lpad(to_hex((extract(epoch from $1) * 1000)::bigint), 12, ''0'') as time) as written';
  first_key text;
  end_key text;
begin
  perform set_config('lock_timeout', '1s', true);
  -- Several workers ask at the same time.
  perform pg_advisory_xact_lock(7204552);
  for newest in select table_name, max(until) as until from month_parts group by table_name order by table_name loop
    month := newest.until;
    is_event := exists (select from month_parts where table_name = newest.table_name and until_key like 'evt_%');
    while month < date_trunc('month', clock_timestamp(), 'UTC') + interval '4 months' loop
      part := newest.table_name || to_char(month at time zone 'UTC', '_YYYY_MM');
      execute key_at into first_key using month, is_event;
      month := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
      execute key_at into end_key using month, is_event;
      execute format('create table %I (like %I including defaults including constraints including storage)',
        part, newest.table_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        newest.table_name, part, first_key, end_key);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Read from the catalogue of Postgres. since is null for the first part.
create view month_parts as
select parent.relname::text as table_name, part.relname::text as part, since_key, until_key,
  to_timestamp(('x' || substr(regexp_replace(since_key, '^evt_|-', '', 'g'), 1, 12))::bit(48)::bigint / 1000.0) as since,
  to_timestamp(('x' || substr(regexp_replace(until_key, '^evt_|-', '', 'g'), 1, 12))::bit(48)::bigint / 1000.0) as until
from pg_partitioned_table
  join pg_class as parent on parent.oid = partrelid
  join pg_inherits on inhparent = parent.oid
  join pg_class as part on part.oid = inhrelid
  cross join lateral pg_get_expr(part.relpartbound, part.oid) as bounds
  cross join lateral (select substring(bounds from 'FROM [(]''([^'']+)''') as since_key,
    substring(bounds from 'TO [(]''([^'']+)''') as until_key) as keys
where parent.relnamespace = current_schema()::regnamespace`;
