import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Nothing is posted without its cause (contract §13): a top-up has an author and a reason, and an adjustment follows
 * from the closing of a review, in the statement that closes it, and from nothing else.
 */
export class CausesOfTheBooks1700000000015 implements MigrationInterface {
  name = 'CausesOfTheBooks1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    // Older entries and reviews are completed below, however many there are.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [columns, earlierReviews, earlierEntries, rules, soundness, adjusting, opening]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Who posted what and why is append-only: there is no way back.'));
  }
}

const columns = `
alter table ledger_entries add column author text, add column reason text;
alter table reviews add column adjustment text`;

/** An adjustment was posted with the closing of every review that was open: the first of them says so. */
const earlierReviews = `
alter table reviews disable trigger reviews_law;
update reviews set adjustment = 'returned' where id in (
  select min(reviews.id) from reviews join ledger_entries as entry using (identifier)
  where entry.kind = 'adjust' and entry.note = closed_by || ': ' || closing_reason
  group by identifier);
alter table reviews enable trigger reviews_law`;

/** Notes of older entries: "opening balance", "by eve", or the author and the reason of a review's closing. */
const earlierEntries = `
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries as entry set
  author = coalesce(closed_by, case when entry.note = 'opening balance' then 'configuration' end,
    nullif(substring(entry.note from '^by (.*)$'), ''), 'not recorded'),
  reason = coalesce(closing_reason, case when entry.kind = 'adjust' or entry.note = 'opening balance' then nullif(entry.note, '') end,
    'not recorded')
from ledger_entries as it left join reviews on reviews.identifier = it.identifier and adjustment is not null
where entry.id = it.id and entry.kind in ('top_up', 'adjust');
alter table ledger_entries enable trigger ledger_entries_append_only;
drop index ledger_entries_opening_key;
alter table ledger_entries drop column note`;

const rules = `
alter table ledger_entries add constraint ledger_entries_cause_check check (
  case when kind in ('top_up', 'adjust') then coalesce(author <> '' and reason <> '', false)
    else author is null and reason is null end);
create unique index ledger_entries_opening_key on ledger_entries (merchant, currency)
  where kind = 'top_up' and author = 'configuration';
alter table reviews add constraint reviews_adjustment_check
  check (adjustment is null or (adjustment = 'returned' and closed_at is not null));
create unique index reviews_adjustment_key on reviews (identifier) where adjustment is not null`;

/** As before, and no adjustment without a closed review that asks for it. */
const soundness = `
create or replace function refuse_unsound_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from transactions
    where identifier = new.identifier and merchant = new.merchant
      and coalesce(billing_currency, currency) = new.currency and coalesce(billing_amount, amount) = new.amount
      and case new.kind
        when 'reserve' then type = 'payout' and status = 'pending'
        when 'settle' then type = 'payout' and status = 'success'
        when 'release' then type = 'payout' and status in ('declined', 'error')
        when 'adjust' then type = 'payout' and status = 'success'
        when 'collect' then type = 'payment' and status = 'success'
      end) then
    raise exception 'entry % does not say what transaction % says', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind in ('settle', 'release', 'adjust') and not exists (
    select from ledger_entries
    where identifier = new.identifier and kind = case new.kind when 'adjust' then 'settle' else 'reserve' end) then
    raise exception 'entry % of transaction % has nothing to follow', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind = 'adjust' and not exists (
    select from reviews where identifier = new.identifier and adjustment is not null) then
    raise exception 'no closed review of transaction % asks for an adjustment', new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$`;

/** GW004: only the money of a successful payout can have come back. */
const adjusting = `
create function post_adjustment() returns trigger language plpgsql as $$
begin
  insert into ledger_entries
    (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
  select merchant, currency, 'clearing', 'available', amount, 'adjust', identifier, new.closed_by, new.closing_reason
  from ledger_entries where identifier = new.identifier and kind = 'settle';
  if not found then
    raise exception 'transaction % is no successful payout', new.identifier using errcode = 'GW004';
  end if;
  return null;
end $$;
create trigger reviews_adjust after update of adjustment on reviews
  for each row when (old.adjustment is null and new.adjustment is not null) execute function post_adjustment()`;

/** A review begins open: closed in the same breath, nobody would have been asked. */
const opening = `
create function refuse_closed_review() returns trigger language plpgsql as $$
begin
  raise exception 'a review of transaction % begins open', new.identifier using errcode = 'restrict_violation';
end $$;
create trigger reviews_start before insert on reviews
  for each row when (new.closed_at is not null or new.adjustment is not null) execute function refuse_closed_review()`;
