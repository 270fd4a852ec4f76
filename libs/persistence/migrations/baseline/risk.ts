/** Blocks and the card-testing guard. */
export const risk = `
create table blocks (
  id bigint generated always as identity constraint blocks_pkey primary key,
  kind text not null,
  value text not null,
  scope text not null,
  applies_to text[],
  reason text not null,
  author text not null,
  by_guard boolean not null default false,
  added_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  constraint blocks_applies_to_check
    check (applies_to is null or (cardinality(applies_to) > 0 and scope not in ('system', 'global'))),
  constraint blocks_author_check check (author <> ''),
  constraint blocks_expiry_check check (expires_at > added_at),
  constraint blocks_kind_check
    check (kind in ('identifier', 'email', 'phone', 'document', 'address', 'card', 'bin')),
  constraint blocks_reason_check check (reason <> ''),
  constraint blocks_scope_check check (scope in ('customer', 'merchant', 'project', 'system', 'global')),
  constraint blocks_value_check check (value ~ case kind when 'bin' then '^[0-9]{6,8}$' else '^[0-9a-f]{64}$' end)
);
create index blocks_value_idx on blocks (value, kind);

create table block_removals (
  id bigint generated always as identity constraint block_removals_pkey primary key,
  block bigint not null
    constraint block_removals_block_key unique
    constraint block_removals_block_fkey references blocks,
  reason text not null,
  author text not null,
  removed_at timestamptz(3) not null default clock_timestamp(),
  constraint block_removals_author_check check (author <> ''),
  constraint block_removals_reason_check check (reason <> '')
);

create table guarded_payments (
  identifier uuid constraint guarded_payments_pkey primary key
    constraint guarded_payments_transaction_fkey references transactions,
  customer text,
  address text,
  terms jsonb not null,
  constraint guarded_payments_address_check check (address ~ '^[0-9a-f]{64}$'),
  constraint guarded_payments_customer_check check (customer ~ '^[0-9a-f]{64}$')
);

create table cards_under_way (
  identifier uuid constraint cards_under_way_pkey primary key
    constraint cards_under_way_guarded_fkey references guarded_payments on delete cascade,
  project text not null,
  customer text,
  address text,
  terms jsonb not null,
  is_entered boolean not null,
  taken_at timestamptz(3) not null default clock_timestamp(),
  constraint cards_under_way_address_check check (address ~ '^[0-9a-f]{64}$'),
  constraint cards_under_way_customer_check check (customer ~ '^[0-9a-f]{64}$')
);
create index cards_under_way_address_idx on cards_under_way (project, address);
create index cards_under_way_customer_idx on cards_under_way (project, customer);

create table declined_cards (
  project text not null,
  kind text not null,
  value text not null,
  declined_at timestamptz(3)[] not null,
  forget_at timestamptz(3) not null,
  constraint declined_cards_pkey primary key (project, kind, value)
);
create index declined_cards_forget_idx on declined_cards (forget_at);

-- Transactions take ids one after the other, so that ids become visible in order: a reader that has read up to
-- an id has missed none before it. A statement trigger, because a row's id is taken before its own triggers
-- run.
create function write_blocks_in_order() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7204552);
  return null;
end $$;
create trigger blocks_order before insert on blocks for each statement execute function write_blocks_in_order();
create trigger block_removals_order before insert on block_removals
  for each statement execute function write_blocks_in_order();

-- Counts a card that the provider or bank declined (contract §12: 200); cancellations and blocks do not count.
-- Lock order: the row of the customer, the row of the address, then the order of blocks.
create function count_declined_card(of_project text, of_kind text, of_value text, terms jsonb)
returns boolean language plpgsql as $$
declare
  declined_now constant timestamptz := clock_timestamp();
  declines_max constant integer := terms->'declines'->>of_kind;
  period constant interval := (terms->>'withinMs')::bigint * interval '1 millisecond';
  declines integer;
begin
  if of_value is null or declines_max is null then
    return false;
  end if;
  insert into declined_cards as known (project, kind, value, declined_at, forget_at)
  values (of_project, of_kind, of_value, array[declined_now], declined_now + period)
  on conflict (project, kind, value) do update set
    declined_at = array(
      select instant from unnest(known.declined_at || excluded.declined_at) as latest (instant)
      where instant > declined_now - period order by instant),
    forget_at = excluded.forget_at
  returning cardinality(declined_at) into declines;
  if declines < declines_max then
    return false;
  end if;
  delete from declined_cards where project = of_project and kind = of_kind and value = of_value;
  return true;
end $$;

create function watch_declined_card() returns trigger language plpgsql as $$
declare
  watched guarded_payments;
  customer_tests boolean;
  address_tests boolean;
  blocked_at constant timestamptz := clock_timestamp();
begin
  delete from guarded_payments where identifier = new.identifier returning * into watched;
  if not found or new.status <> 'declined' or new.error_code <> 200 or new.card_first6 is null then
    return null;
  end if;
  customer_tests := count_declined_card(new.project, 'customer', watched.customer, watched.terms);
  address_tests := count_declined_card(new.project, 'address', watched.address, watched.terms);
  if customer_tests or address_tests then
    insert into blocks (kind, value, scope, applies_to, reason, author, by_guard, added_at, expires_at)
    select kind, value, 'project', array[new.project], 'too many declined cards', 'card-testing guard', true,
      blocked_at, blocked_at + greatest(1, (watched.terms->>'blockedForMs')::bigint) * interval '1 millisecond'
    from (values ('identifier', watched.customer, customer_tests), ('address', watched.address, address_tests))
      as tester (kind, value, is_found)
    where is_found;
  end if;
  return null;
end $$;
create trigger transactions_watch_declined_card after update of status on transactions
  for each row when (new.type = 'payment' and old.finished_at is null and new.finished_at is not null)
  execute function watch_declined_card();

-- GW006: the cards in progress and the declined cards have reached the maximum. The detail gives the kind and
-- the time, and no customer. One statement counts all three, so that a card that ends meanwhile is counted
-- once. A card in progress counts no longer than a decline would, so that a customer who leaves the bank's page
-- is not blocked for hours.
create function refuse_tested_card(it cards_under_way, of_kind text, of_value text, declines_max integer)
returns void language plpgsql as $$
declare
  counts_from constant timestamptz := clock_timestamp() - (it.terms->>'withinMs')::bigint * interval '1 millisecond';
  cards bigint;
  blocked_until timestamptz;
begin
  select
    case of_kind
      when 'customer' then (select count(*) from cards_under_way as other
        where other.project = it.project and other.customer = of_value and other.taken_at > counts_from)
      else (select count(*) from cards_under_way as other
        where other.project = it.project and other.address = of_value and other.taken_at > counts_from)
    end
    + (select count(*) from declined_cards cross join lateral unnest(declined_at) as instant
      where project = it.project and kind = of_kind and value = of_value and instant > counts_from),
    (select max(expires_at) from blocks
      where value = of_value and kind = case of_kind when 'customer' then 'identifier' else of_kind end
        and by_guard and applies_to @> array[it.project] and expires_at > clock_timestamp()
        and not exists (select from block_removals where block = blocks.id))
  into cards, blocked_until;
  -- A card from our page is taken and refused when it would be sent: its customer is told so, and the payment ends.
  if cards < declines_max and (blocked_until is null or it.is_entered) then
    return;
  end if;
  raise exception 'too many cards of one %', of_kind using errcode = 'GW006', detail =
    jsonb_strip_nulls(jsonb_build_object('kind', of_kind, 'until',
      to_char(blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
end $$;

-- Cards of one customer, and cards from one address, are taken one after the other. Lock order: the row of the
-- payment, the customer, the address, and last the counters of limits, which are updated at the end of the
-- statement. The end of a payment takes neither of the two advisory locks.
create function take_card() returns trigger language plpgsql as $$
declare
  tested record;
begin
  for tested in
    select kind, value, (new.terms->'declines'->>kind)::integer as declines_max
    from (values (1, 'customer', new.customer), (2, 'address', new.address)) as listed (position, kind, value)
    where value is not null and new.terms->'declines' ? kind
    order by position
  loop
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'cards', new.project, tested.kind, tested.value), 0));
    perform refuse_tested_card(new, tested.kind, tested.value, tested.declines_max);
  end loop;
  return new;
end $$;
create trigger cards_under_way_taken before insert on cards_under_way for each row execute function take_card()`;
