import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Another card on the same page (contract §9): how often it was asked for, and the card-testing guard, which counts each
 * declined card when it is declined and not when its payment ends.
 */
export class PageRetries1700000000076 implements MigrationInterface {
  name = 'PageRetries1700000000076';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transactions add column tries integer not null default 0');
    await runner.query(guard);
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('Cards that were declined are counted already: retries cannot be undone.'),
    );
  }
}

const guard = `
-- Counts a declined card for its customer and its address, and blocks each that has reached the maximum.
create function count_declined_cards(watched guarded_payments, of_project text) returns void language plpgsql as $$
declare
  customer_tests constant boolean :=
    count_declined_card(of_project, 'customer', watched.customer, watched.terms);
  address_tests constant boolean :=
    count_declined_card(of_project, 'address', watched.address, watched.terms);
  blocked_at constant timestamptz := clock_timestamp();
begin
  if customer_tests or address_tests then
    insert into blocks (kind, value, scope, applies_to, reason, author, by_guard, added_at, expires_at)
    select kind, value, 'project', array[of_project], 'too many declined cards', 'card-testing guard', true,
      blocked_at, blocked_at + greatest(1, (watched.terms->>'blockedForMs')::bigint) * interval '1 millisecond'
    from (values ('identifier', watched.customer, customer_tests), ('address', watched.address, address_tests))
      as tester (kind, value, is_found)
    where is_found;
  end if;
end $$;

-- The page asks for another card: this one is no longer under way.
create function watch_declined_try() returns trigger language plpgsql as $$
declare
  watched guarded_payments;
begin
  delete from cards_under_way where identifier = new.identifier;
  select * into watched from guarded_payments where identifier = new.identifier;
  if found then
    perform count_declined_cards(watched, new.project);
  end if;
  return null;
end $$;
create trigger transactions_watch_declined_try after update of tries on transactions
  for each row when (new.tries > old.tries) execute function watch_declined_try();

-- A payment that ends while its page asks for another card has no card that was not counted.
create or replace function watch_declined_card() returns trigger language plpgsql as $$
declare
  watched guarded_payments;
  is_counted constant boolean := new.tries > 0
    and not exists (select from cards_under_way where identifier = new.identifier);
begin
  delete from guarded_payments where identifier = new.identifier returning * into watched;
  if not found or is_counted or new.status <> 'declined' or new.error_code <> 200 or new.card_first6 is null then
    return null;
  end if;
  perform count_declined_cards(watched, new.project);
  return null;
end $$`;
