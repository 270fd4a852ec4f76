/** Reversals and the words that told them; events, entries and reviews that name one. */
export const tables = `
create table reversals (
  id bigint generated always as identity constraint reversals_pkey primary key,
  reversal_id text not null constraint reversals_reversal_id_key unique,
  identifier uuid not null constraint reversals_transaction_fkey references transactions,
  merchant text not null,
  kind text not null,
  currency text not null,
  amount numeric not null,
  counted numeric not null default 0,
  share numeric not null default 0,
  billing_decimals integer not null,
  dispute text,
  reason text,
  respond_by timestamptz(3),
  state text not null,
  provider text not null,
  evidence jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  posted_at timestamptz(3),
  constraint reversals_kind_check
    check (kind in ('returned', 'provider_refund', 'chargeback', 'chargeback_won', 'inquiry')),
  constraint reversals_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint reversals_amount_check check (amount > 0),
  constraint reversals_counted_check check (counted >= 0 and counted <= amount),
  constraint reversals_share_check check (share >= 0),
  constraint reversals_state_check check (case state
    when 'recorded' then counted = 0 or kind = 'returned'
    when 'posted' then counted > 0 and kind <> 'inquiry'
    when 'dismissed' then counted = 0
    else false end),
  constraint reversals_posted_check check ((posted_at is not null) = (state = 'posted'))
);
create index reversals_identifier_idx on reversals (identifier, id);
create index reversals_list_idx on reversals (merchant, created_at, id);
create index reversals_due_idx on reversals (respond_by) where respond_by is not null;

-- Which way has told which reversal, under which key of its own. A way tells each fact once, however often it repeats it.
create table reversal_words (
  identifier uuid not null constraint reversal_words_transaction_fkey references transactions,
  way text not null,
  kind text not null,
  key text not null,
  reversal_id text not null constraint reversal_words_reversal_fkey references reversals (reversal_id),
  evidence jsonb not null,
  told_at timestamptz(3) not null default clock_timestamp(),
  constraint reversal_words_pkey primary key (identifier, way, kind, key),
  constraint reversal_words_once_key unique (reversal_id, way),
  constraint reversal_words_way_check check (way in ('report', 'statement'))
);
create trigger reversal_words_law before update or delete on reversal_words
  for each row execute function refuse_rewriting();

alter table events add column reversal_id text;
alter table events add constraint events_reversal_fkey
  foreign key (reversal_id) references reversals (reversal_id) not valid;
alter table ledger_entries add column reversal_id text;
alter table ledger_entries add constraint ledger_entries_reversal_fkey
  foreign key (reversal_id) references reversals (reversal_id) not valid;
alter table reviews add column reversal_id text;
alter table reviews add constraint reviews_reversal_fkey
  foreign key (reversal_id) references reversals (reversal_id) not valid;

-- The content of an event never changes; only the state of its delivery does.
create or replace function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.event_id, new.identifier, new.reversal_id, new.merchant, new.body, new.callback_url, new.committed_in,
      new.finished_at)
    is distinct from
      (old.event_id, old.identifier, old.reversal_id, old.merchant, old.body, old.callback_url, old.committed_in,
      old.finished_at) then
    raise exception 'event % keeps what it tells', old.event_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
    or (new.identifier, new.cause, new.evidence, new.raised_at, new.reversal_id)
    is distinct from (old.identifier, old.cause, old.evidence, old.raised_at, old.reversal_id) then
    raise exception 'review % keeps why it was raised and how it was closed', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$`;
