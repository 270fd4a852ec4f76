/** Reviews and the decisions of operators. */
export const reviews = `
create table reviews (
  id bigint generated always as identity constraint reviews_pkey primary key,
  identifier uuid not null
    constraint reviews_transaction_fkey references transactions,
  cause text not null,
  evidence jsonb not null,
  raised_at timestamptz(3) not null default clock_timestamp(),
  step integer not null default 0,
  next_sweep_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  closed_by text,
  closing_reason text,
  adjustment text,
  constraint reviews_adjustment_check
    check (adjustment is null or (adjustment = 'returned' and closed_at is not null)),
  constraint reviews_closing_check
    check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closing_reason is null))
);
create unique index reviews_adjustment_key on reviews (identifier) where adjustment is not null;
create index reviews_identifier_idx on reviews (identifier);
create index reviews_open_idx on reviews (next_sweep_at) where closed_at is null;
create unique index reviews_stalled_key on reviews (identifier)
  where closed_at is null and cause = 'no progress for too long';

create table operator_decisions (
  id bigint generated always as identity constraint operator_decisions_pkey primary key,
  identifier uuid not null
    constraint operator_decisions_transaction_fkey references transactions,
  decision text not null,
  operator text not null,
  reason text not null,
  evidence text not null,
  decided_at timestamptz(3) not null default clock_timestamp()
);
create index operator_decisions_identifier_idx on operator_decisions (identifier);

create function keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null or (new.identifier, new.cause, new.evidence, new.raised_at)
    is distinct from (old.identifier, old.cause, old.evidence, old.raised_at) then
    raise exception 'review % keeps why it was raised and how it was closed', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reviews_law before update or delete on reviews for each row execute function keep_review();

-- A review begins open: a review that is closed on insert was never put to a person.
create function refuse_closed_review() returns trigger language plpgsql as $$
begin
  raise exception 'a review of transaction % begins open', new.identifier using errcode = 'restrict_violation';
end $$;
create trigger reviews_start before insert on reviews
  for each row when (new.closed_at is not null or new.adjustment is not null)
  execute function refuse_closed_review()`;
