import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Blocks that operations keep, and the card-testing guard, which counts declined cards with the statement that makes a
 * payment final and blocks by itself. Nothing here is a customer or a card: keyed hashes only, and BINs.
 */
export class Risk1700000000011 implements MigrationInterface {
  name = 'Risk1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [blocks, order, guarded, declines, counting, forms, truncation])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Who was blocked and why is append-only: there is no way back.'));
  }
}

/** `applies_to` is null for everybody. A block is never changed: it expires, or it is removed by a row that says who. */
const blocks = `
create table blocks (
  id bigint generated always as identity constraint blocks_pkey primary key,
  kind text not null constraint blocks_kind_check
    check (kind in ('identifier', 'email', 'phone', 'document', 'address', 'card', 'bin')),
  value text not null constraint blocks_value_check
    check (value ~ case kind when 'bin' then '^[0-9]{6,8}$' else '^[0-9a-f]{64}$' end),
  scope text not null constraint blocks_scope_check
    check (scope in ('customer', 'merchant', 'project', 'system', 'global')),
  applies_to text[] constraint blocks_applies_to_check
    check (applies_to is null or (cardinality(applies_to) > 0 and scope not in ('system', 'global'))),
  reason text not null constraint blocks_reason_check check (reason <> ''),
  author text not null constraint blocks_author_check check (author <> ''),
  by_guard boolean not null default false,
  added_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) constraint blocks_expiry_check check (expires_at > added_at)
);
create index blocks_value_idx on blocks (value, kind);
create trigger blocks_append_only before update or delete on blocks
  for each row execute function refuse_rewriting();
create table block_removals (
  id bigint generated always as identity constraint block_removals_pkey primary key,
  block bigint not null constraint block_removals_block_key unique
    constraint block_removals_block_fkey references blocks,
  reason text not null constraint block_removals_reason_check check (reason <> ''),
  author text not null constraint block_removals_author_check check (author <> ''),
  removed_at timestamptz(3) not null default clock_timestamp()
);
create trigger block_removals_append_only before update or delete on block_removals
  for each row execute function refuse_rewriting()`;

/**
 * Ids are given one transaction after the other, so that they become visible in their order: whoever has read up to an
 * id has missed none before it. Before the statement, because a row's id is taken before its own triggers run.
 */
const order = `
create function write_blocks_in_order() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7204552);
  return null;
end $$;
create trigger blocks_order before insert on blocks
  for each statement execute function write_blocks_in_order();
create trigger block_removals_order before insert on block_removals
  for each statement execute function write_blocks_in_order()`;

/** Of a payment by card in a project that has the guard on, until it is final. `terms` are the project's at its registration. */
const guarded = `
create table guarded_payments (
  identifier uuid constraint guarded_payments_pkey primary key
    constraint guarded_payments_transaction_fkey references transactions,
  customer text constraint guarded_payments_customer_check check (customer ~ '^[0-9a-f]{64}$'),
  address text constraint guarded_payments_address_check check (address ~ '^[0-9a-f]{64}$'),
  terms jsonb not null
)`;

/** When the latest declined cards of one customer or address were declined, oldest first, no more than count. */
const declines = `
create table declined_cards (
  project text not null,
  kind text not null,
  value text not null,
  declined_at timestamptz(3)[] not null,
  forget_at timestamptz(3) not null,
  constraint declined_cards_pkey primary key (project, kind, value)
);
create index declined_cards_forget_idx on declined_cards (forget_at)`;

/**
 * Only what a provider or bank has declined counts (contract §12: 200), no cancellation and nothing that a block ended.
 * Everybody locks the customer's row first, then the address', and the order of blocks last, so nobody waits in a circle.
 */
const counting = `
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
  if not found or new.status <> 'declined' or new.error_code <> 200 or new.card_fingerprint is null then
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
  execute function watch_declined_card()`;

/** How many card forms with mistakes were posted on the payment's link. */
const forms = `
alter table transactions
  add column faulty_forms integer not null default 0
    constraint transactions_faulty_forms_check check (faulty_forms >= 0)`;

const truncation = ['blocks', 'block_removals']
  .map(
    (table) => `create trigger ${table}_never_emptied before truncate on ${table}
    for each statement execute function refuse_rewriting()`,
  )
  .join(';');
