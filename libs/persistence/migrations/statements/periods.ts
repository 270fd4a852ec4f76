/** Months that are closed (contract §16.7): nothing is posted into them any more, and their reports are kept as they were. */
export const periods = `
create table periods (
  month date constraint periods_pkey primary key,
  until timestamptz(3) not null,
  closed_by text not null,
  confirmed_by text not null,
  reason text not null,
  closed_at timestamptz(3) not null default clock_timestamp(),
  constraint periods_month_check check (month = date_trunc('month', month::timestamp)::date),
  constraint periods_persons_check check (closed_by <> confirmed_by and closed_by <> '' and confirmed_by <> '' and reason <> '')
);

-- Requests for a closing, which a second person confirms.
create table period_requests (
  id bigint generated always as identity constraint period_requests_pkey primary key,
  month date not null,
  operator text not null,
  reason text not null,
  requested_at timestamptz(3) not null default clock_timestamp()
);

-- The balance of each account at the end of the month, in its book: 'merchant' of section 13, 'provider' of section 16.
create table period_balances (
  month date not null constraint period_balances_month_fkey references periods,
  book text not null,
  merchant text not null,
  mid text not null default '',
  currency text not null,
  account text not null,
  balance numeric not null,
  constraint period_balances_pkey primary key (month, book, merchant, mid, currency, account),
  constraint period_balances_book_check check (book in ('merchant', 'provider'))
);

-- Reports that stay as they were, by name, such as 'daily'; of the house where the merchant is empty.
create table period_reports (
  month date not null constraint period_reports_month_fkey references periods,
  merchant text not null,
  name text not null,
  sha256 text not null,
  body bytea not null,
  constraint period_reports_pkey primary key (month, merchant, name),
  constraint period_reports_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);

create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if new.posted_at < (select max(until) from periods) then
    raise exception 'nothing is posted into a closed month: % of %', new.kind, new.posted_at
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- A closing waits until every database transaction of its month is over: what is posted now never meets it.
create trigger provider_entries_period before insert on provider_entries
  for each row when (new.posted_at < clock_timestamp() - interval '1 hour') execute function refuse_closed_month();
create trigger ledger_entries_period before insert on ledger_entries
  for each row when (new.posted_at < clock_timestamp() - interval '1 hour') execute function refuse_closed_month()`;

export const writtenOnce = ['period_balances', 'period_reports', 'period_requests', 'periods'];
