import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The card-testing guard counts a card when it is taken, in the statement that takes it: of cards that come at once, no
 * more are sent than may be declined.
 */
export class CardsUnderWay1700000000040 implements MigrationInterface {
  name = 'CardsUnderWay1700000000040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [underWay, counting, taking]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table cards_under_way');
    await runner.query('drop function take_card, refuse_tested_card');
  }
}

/**
 * Cards of guarded payments whose outcome is not known. The end of a payment deletes its guarded row (0011), and with it
 * this one, in the statement that counts a decline.
 */
const underWay = `
create table cards_under_way (
  identifier uuid constraint cards_under_way_pkey primary key
    constraint cards_under_way_guarded_fkey references guarded_payments on delete cascade,
  project text not null,
  customer text constraint cards_under_way_customer_check check (customer ~ '^[0-9a-f]{64}$'),
  address text constraint cards_under_way_address_check check (address ~ '^[0-9a-f]{64}$'),
  terms jsonb not null,
  is_entered boolean not null,
  taken_at timestamptz(3) not null default clock_timestamp()
);
create index cards_under_way_customer_idx on cards_under_way (project, customer);
create index cards_under_way_address_idx on cards_under_way (project, address)`;

/**
 * GW006: as many cards are under way or were declined as may be. Its detail says of whom and until when, and names nobody.
 * One statement counts all three, so that a card which ends meanwhile is under way or declined, never neither. A card counts
 * as under way no longer than a decline would: a customer who leaves the bank's page is not stopped for hours.
 */
const counting = `
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
end $$`;

/**
 * Cards of one customer, and cards from one address, are taken one after the other. Locks in this order: the payment's own
 * row, the customer, the address, and only then counters of limits (0010), which are counted at the end of the statement.
 * The end of a payment needs none of these two, so nobody waits in a circle; and who waits here holds nothing of others.
 */
const taking = `
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
create trigger cards_under_way_taken before insert on cards_under_way
  for each row execute function take_card()`;
