/**
 * The provider books (contract §16.1): what each MID holds for us and moved for us, in the currency that the provider moved.
 * Triggers post them; no process may write an entry itself.
 */
export const books = `
-- The cause is the transaction, whose reversals are told apart by reversal_id, or a line. A line posts once in each of its
-- turns: part 2t − 1 is what turn t says, part 2t takes it back.
create table provider_entries (
  cause uuid not null,
  kind text not null,
  merchant text not null default '',
  reversal_id text not null default '',
  part integer not null default 1,
  id bigint generated always as identity,
  mid text not null,
  provider text,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount numeric not null,
  identifier uuid,
  line_id uuid,
  method text,
  posted_at timestamptz(3) not null default clock_timestamp(),
  committed_in xid8 not null default pg_current_xact_id(),
  constraint provider_entries_pkey primary key (cause, kind, merchant, reversal_id, part),
  constraint provider_entries_amount_check check (amount > 0),
  constraint provider_entries_cause_check check ((identifier is null) <> (line_id is null)
    and cause = coalesce(identifier, line_id)),
  constraint provider_entries_part_check check (part >= 1),
  constraint provider_entries_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint provider_entries_accounts_check check (case
    when kind in ('payment', 'chargeback_won') then (from_account, to_account) = ('customers', 'held')
    when kind in ('refund', 'provider_refund', 'chargeback') then (from_account, to_account) = ('held', 'customers')
    when kind = 'payout' then (from_account, to_account) = ('held', 'beneficiaries')
    else (kind, least(from_account, to_account), greatest(from_account, to_account)) in (
      ('refund_returned', 'customers', 'held'), ('payout_returned', 'beneficiaries', 'held'), ('fee', 'fees', 'held'),
      ('tax', 'fees', 'held'), ('settlement', 'held', 'in_transfer'), ('arrival', 'bank', 'in_transfer'),
      ('funding', 'bank', 'held'), ('unexplained', 'held', 'unexplained'), ('write_off', 'losses', 'unexplained')) end)
) partition by range (cause);
create index provider_entries_day_idx on provider_entries (merchant, posted_at, committed_in, id);
create index provider_entries_order_idx on provider_entries (merchant, committed_in, id);
create index provider_entries_unexplained_idx on provider_entries (mid, currency)
  where kind in ('unexplained', 'write_off');

-- What the books hold of transactions and reversals, and no line of a statement has named yet.
create table provider_transit (
  identifier uuid not null,
  kind text not null,
  reversal_id text not null default '',
  merchant text not null,
  mid text not null,
  provider text,
  currency text not null,
  amount numeric not null,
  method text,
  posted_at timestamptz(3) not null,
  constraint provider_transit_pkey primary key (identifier, kind, reversal_id),
  constraint provider_transit_amount_check check (amount > 0)
);
create index provider_transit_mid_idx on provider_transit (mid, posted_at);
create index provider_transit_merchant_idx on provider_transit (merchant, posted_at);

create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  raise exception '% follows from what is posted and matched', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger provider_transit_law before insert or update or delete on provider_transit
  for each row when (pg_trigger_depth() = 0) execute function refuse_by_hand();

-- A transaction or reversal is posted, and is in transit until a line names it. What is taken back leaves it.
create function move_transit() returns trigger language plpgsql as $$
begin
  if new.part = 1 then
    insert into provider_transit
      (identifier, kind, reversal_id, merchant, mid, provider, currency, amount, method, posted_at)
    values (new.identifier, new.kind, new.reversal_id, new.merchant, new.mid, new.provider, new.currency, new.amount,
      new.method, new.posted_at);
    return null;
  end if;
  delete from provider_transit
  where (identifier, kind, reversal_id, amount) = (new.identifier, new.kind, new.reversal_id, new.amount);
  update provider_transit set amount = amount - new.amount
  where (identifier, kind, reversal_id) = (new.identifier, new.kind, new.reversal_id) and amount > new.amount;
  return null;
end $$;
create trigger provider_entries_transit after insert on provider_entries
  for each row when (new.identifier is not null) execute function move_transit();

-- The MID and provider of a success: the attempt that took the money, or the last one where an operator has declared it.
create function mid_of(of_identifier uuid) returns attempts language sql stable as $$
  select * from attempts where identifier = of_identifier order by state = 'final' desc, n desc limit 1
$$;

create function post_at_provider() returns trigger language plpgsql as $$
declare
  at constant attempts := mid_of(new.identifier);
begin
  insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
    identifier, method)
  select new.identifier, new.type, new.merchant, coalesce(at.mid, ''), at.provider, new.currency, from_account, to_account,
    new.amount, new.identifier, new.method
  from (values ('payment', 'customers', 'held'), ('payout', 'held', 'beneficiaries'), ('refund', 'held', 'customers'))
    as posted (kind, from_account, to_account)
  where kind = new.type;
  return null;
end $$;
create trigger transactions_provider after update of status on transactions
  for each row when (old.finished_at is null and new.status = 'success') execute function post_at_provider();

-- What comes back is posted when it is recorded, because nothing here can be spent; what a person finds not to be so, or to
-- be less, is taken back. The others are posted when they count.
create function post_reversal_at_provider() returns trigger language plpgsql as $$
declare
  subject transactions;
  at attempts;
  is_returned constant boolean := new.kind = 'returned';
  back numeric;
  posted_kind text;
begin
  if new.kind = 'inquiry' or (not is_returned and new.state <> 'posted') then
    return null;
  end if;
  select * into subject from transactions where identifier = new.identifier;
  at := mid_of(new.identifier);
  posted_kind := case when is_returned then subject.type || '_returned' else new.kind end;
  if tg_op = 'INSERT' or not is_returned then
    insert into provider_entries (cause, kind, merchant, reversal_id, mid, provider, currency, from_account, to_account,
      amount, identifier, method)
    select new.identifier, posted_kind, new.merchant, new.reversal_id, coalesce(at.mid, ''), at.provider, new.currency,
      from_account, to_account, case when is_returned then new.amount else new.counted end, new.identifier, subject.method
    from (values ('payout_returned', 'beneficiaries', 'held'), ('refund_returned', 'customers', 'held'),
      ('chargeback_won', 'customers', 'held'), ('chargeback', 'held', 'customers'), ('provider_refund', 'held', 'customers'))
      as posted (kind, from_account, to_account)
    where kind = posted_kind;
  else
    back := new.amount - new.counted;
    insert into provider_entries (cause, kind, merchant, reversal_id, part, mid, provider, currency, from_account,
      to_account, amount, identifier, method)
    select cause, kind, merchant, reversal_id, 2, mid, provider, currency, to_account, from_account, back, identifier, method
    from provider_entries
    where cause = new.identifier and kind = posted_kind and reversal_id = new.reversal_id and part = 1 and back > 0;
  end if;
  return null;
end $$;
create trigger reversals_provider after insert or update of state on reversals
  for each row execute function post_reversal_at_provider()`;

/** What lines post, by what they are matched to (contract §16.1, §16.3). */
export const matched = `
-- What a line adds to the balance at the provider.
create function line_net(kind text, net numeric) returns numeric language sql immutable as $$
  select case when kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'funding', 'other') then net
    else -net end
$$;

-- What a line moves beside its fee and tax.
create function line_gross(kind text, gross numeric, net numeric) returns numeric language sql immutable as $$
  select case when kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned', 'funding')
      or (kind = 'other' and net >= 0) then gross
    else -gross end
$$;

-- Runs once for all rows of a statement. A parameter in each query: Postgres plans it for as many rows as there are.
create function post_matches() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  first_turn constant integer := 1;
  named integer;
  taken integer;
begin
  if exists (select from fresh where turn > first_turn) then
    insert into provider_transit
      (identifier, kind, reversal_id, merchant, mid, provider, currency, amount, method, posted_at)
    select entry.identifier, entry.kind, entry.reversal_id, min(entry.merchant), min(entry.mid), min(entry.provider),
      min(entry.currency), sum(case when part = 1 then amount else -amount end), min(entry.method), min(entry.posted_at)
    from fresh join statement_matches as earlier on earlier.line_id = fresh.line_id and earlier.turn = fresh.turn - 1
      join provider_entries as entry on entry.cause = earlier.identifier and entry.kind = earlier.entry_kind
        and entry.reversal_id = earlier.reversal_id
    where fresh.turn > first_turn
    group by entry.identifier, entry.kind, entry.reversal_id;
    insert into provider_entries (cause, kind, merchant, part, mid, provider, currency, from_account, to_account, amount,
      line_id, method)
    select cause, kind, entry.merchant, part + 1, mid, entry.provider, currency, to_account, from_account, amount,
      entry.line_id, entry.method
    from fresh join provider_entries as entry on entry.cause = fresh.line_id and entry.part = 2 * fresh.turn - 3
    where fresh.turn > first_turn;
    update settlements set bank_line = null, arrived_on = null
    from fresh where fresh.turn > first_turn and settlements.bank_line = fresh.line_id;
  end if;
  -- The rows of transit lie in the order of their transactions.
  with line as materialized (
    select fresh.identifier, fresh.entry_kind, fresh.reversal_id, told.account, told.currency, told.gross
    from fresh join statement_lines as told on told.line_id = fresh.line_id
    where fresh.turn >= first_turn and fresh.identifier is not null order by fresh.identifier
  ), gone as (
    delete from provider_transit as waiting using line
    where waiting.identifier = line.identifier and waiting.kind = line.entry_kind
      and waiting.reversal_id = line.reversal_id and waiting.mid = line.account and waiting.currency = line.currency
      and waiting.amount = line.gross
    returning waiting.identifier
  )
  select (select count(*) from gone), (select count(*) from fresh where identifier is not null and turn >= first_turn)
  into taken, named;
  if taken <> named then
    raise exception '% of % lines name money that is not in transit', named - taken, named
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into provider_entries (cause, kind, merchant, part, mid, provider, currency, from_account, to_account, amount,
    line_id, method)
  select line.line_id, moved.kind, fresh.merchant, 2 * fresh.turn - 1, line.account, fresh.provider, line.currency,
    case when moved.held < 0 then 'held' else counter end, case when moved.held < 0 then counter else 'held' end,
    abs(moved.held), line.line_id, fresh.method
  from fresh join statement_lines as line on line.line_id = fresh.line_id
    cross join lateral (
      select 'fee' as kind, 'fees' as counter, -line.fee - case when line.kind = 'fee' then line.gross else 0 end as held
      union all select 'tax', 'fees', -line.tax
      union all select 'funding', 'bank', line.gross where line.kind = 'funding' and fresh.way = 'itself'
      union all select 'unexplained', 'unexplained', line_gross(line.kind, line.gross, line.net)
        where fresh.way = 'unexplained'
    ) as moved
  where fresh.turn >= first_turn and fresh.way <> 'ignored' and moved.held <> 0;
  if exists (select from fresh where settlement is not null and turn >= first_turn) then
    -- Each merchant is paid out what its lines of the settlement add up to, the house the rest.
    with part as (
      select fresh.line_id, fresh.turn, standing.merchant, sum(line_net(line.kind, line.net)) as amount,
        min(standing.provider) as provider
      from fresh join settlements on settlements.id = fresh.settlement
        join statement_lines as line on line.account = settlements.account and line.settlement = settlements.reference
          and line.currency = settlements.currency and line.kind <> 'settlement'
        cross join lateral (select merchant, provider from statement_matches where statement_matches.line_id = line.line_id
          order by statement_matches.turn desc limit 1) as standing
      where fresh.source = 'provider' and standing.merchant <> '' and fresh.turn >= first_turn
      group by fresh.line_id, fresh.turn, standing.merchant
    ), share as (
      select line_id, turn, merchant, amount, provider from part
      union all
      select fresh.line_id, fresh.turn, '', settlements.amount - coalesce(sum(part.amount), 0), null
      from fresh join settlements on settlements.id = fresh.settlement left join part on part.line_id = fresh.line_id
      where fresh.source = 'provider' and fresh.turn >= first_turn
      group by fresh.line_id, fresh.turn, settlements.amount
    )
    insert into provider_entries (cause, kind, merchant, part, mid, provider, currency, from_account, to_account, amount,
      line_id)
    select share.line_id, 'settlement', share.merchant, 2 * share.turn - 1, settlements.account, share.provider,
      settlements.currency,
      case when share.amount > 0 then 'held' else 'in_transfer' end,
      case when share.amount > 0 then 'in_transfer' else 'held' end, abs(share.amount), share.line_id
    from share join settlements on settlements.line_id = share.line_id
    where share.amount <> 0;
    insert into provider_entries (cause, kind, merchant, part, mid, currency, from_account, to_account, amount, line_id)
    select fresh.line_id, 'arrival', entry.merchant, 2 * fresh.turn - 1, entry.mid, entry.currency,
      case when entry.from_account = 'held' then 'in_transfer' else 'bank' end,
      case when entry.from_account = 'held' then 'bank' else 'in_transfer' end, entry.amount, fresh.line_id
    from fresh join settlements on settlements.id = fresh.settlement
      join provider_entries as entry on entry.cause = settlements.line_id and entry.kind = 'settlement'
        and entry.part = 2 * (select max(turn) from statement_matches
          where statement_matches.line_id = settlements.line_id) - 1
    where fresh.source = 'bank' and fresh.turn >= first_turn;
    update settlements set bank_line = line.line_id, arrived_on = line.booked_on
    from fresh join bank_lines as line on line.line_id = fresh.line_id
    where fresh.source = 'bank' and settlements.id = fresh.settlement and fresh.turn >= first_turn;
  end if;
  return null;
end $$;
create trigger statement_matches_post after insert on statement_matches
  referencing new table as fresh for each statement execute function post_matches();

-- A write-off is proposed by one person and confirmed by another, of a difference or of the whole that it is part of.
-- GW010: nothing of the difference is unexplained.
create function write_off() returns trigger language plpgsql as $$
begin
  if not exists (select from difference_decisions as one join difference_decisions as other using (difference)
      where difference in (new.id, new.part_of) and one.decision = 'write-off proposed' and other.decision = 'write-off confirmed'
        and one.operator <> other.operator) then
    raise exception 'difference % is not written off by two persons', new.id using errcode = 'restrict_violation';
  end if;
  insert into provider_entries (cause, kind, merchant, part, mid, provider, currency, from_account, to_account, amount,
    line_id, method)
  select cause, 'write_off', merchant, part, mid, provider, currency,
    case when to_account = 'unexplained' then 'unexplained' else 'losses' end,
    case when to_account = 'unexplained' then 'losses' else 'unexplained' end, amount, line_id, method
  from provider_entries as entry
  where cause = new.line_id and kind = 'unexplained'
    and part = 2 * (select max(turn) from statement_matches where statement_matches.line_id = new.line_id) - 1;
  if not found and new.line_id is not null then
    raise exception 'nothing of difference % is unexplained', new.id using errcode = 'GW010';
  end if;
  return null;
end $$;
create trigger differences_write_off after update of state on differences
  for each row when (old.state <> 'closed' and new.closed_how = 'written_off') execute function write_off()`;
