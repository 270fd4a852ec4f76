/** Statements, their lines, what the lines are matched to, settlements and differences (contract §16.2 to §16.4). */
export const tables = `
-- The key of a line: its first 48 bits are the start of its UTC day, as in a UUIDv7, the rest follows from the seed. The same
-- line has the same key. Without a subquery and immutable: Postgres takes the functions of lines into their queries.
create function line_key_of(day date, seed text) returns uuid language sql immutable as $$
  select overlay(overlay(md5(seed) placing lpad(to_hex((day - date '1970-01-01') * 86400000::bigint), 12, '0') || '7' from 1)
    placing '8' from 17)::uuid
$$;

-- The least key of a UTC day.
create function first_key(day date) returns uuid language sql immutable as $$
  select (lpad(to_hex((day - date '1970-01-01') * 86400000::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- The hash of everything that a line keeps.
create function line_content(line_key text, kind text, unknown_kind text, reference text, provider_id text, gross numeric,
  fee numeric, tax numeric, net numeric, currency text, settled_amount numeric, settled_currency text, rate numeric,
  booked_on date) returns text language sql stable as $$
  select md5(row(line_key, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency, settled_amount,
    settled_currency, rate, booked_on - date '2000-01-01')::text)
$$;

create function bank_line_content(line_key text, direction text, amount numeric, currency text, booked_on date,
  bank_reference text, words text[], is_reversal boolean) returns text language sql stable as $$
  select md5(row(line_key, direction, amount, currency, booked_on - date '2000-01-01', bank_reference, words,
    is_reversal)::text)
$$;

create table statement_files (
  id bigint generated always as identity constraint statement_files_pkey primary key,
  source text not null,
  account text not null,
  way text not null,
  name text,
  sha256 text not null,
  from_on date not null,
  to_on date not null,
  lines integer not null,
  new_lines integer not null,
  digest numeric not null,
  imported_by text not null,
  imported_at timestamptz(3) not null default clock_timestamp(),
  committed_in xid8 not null default pg_current_xact_id(),
  constraint statement_files_content_key unique (source, account, sha256, from_on, to_on),
  constraint statement_files_source_check check (source in ('provider', 'bank')),
  constraint statement_files_way_check check (way in ('provider', 'folder', 'file')),
  constraint statement_files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint statement_files_days_check check (from_on <= to_on),
  constraint statement_files_lines_check check (lines >= new_lines and new_lines >= 0)
);
create index statement_files_days_idx on statement_files (source, account, to_on);

create table statement_balances (
  file bigint not null constraint statement_balances_file_fkey references statement_files,
  currency text not null,
  opening numeric,
  closing numeric,
  is_declared boolean not null default false,
  constraint statement_balances_pkey primary key (file, currency),
  constraint statement_balances_currency_check check (currency ~ '^[A-Z]{3}$')
);

create table statement_lines (
  line_id uuid not null,
  file bigint not null,
  account text not null,
  line_key text not null,
  kind text not null,
  unknown_kind text,
  reference text,
  provider_id text,
  gross numeric not null,
  fee numeric not null,
  tax numeric not null,
  net numeric not null,
  currency text not null,
  settled_amount numeric,
  settled_currency text,
  rate numeric,
  booked_on date not null,
  value_on date,
  settlement text,
  content text not null,
  imported_at timestamptz(3) not null default clock_timestamp(),
  committed_in xid8 not null default pg_current_xact_id(),
  constraint statement_lines_pkey primary key (line_id),
  constraint statement_lines_kind_check check (kind in ('payment', 'payout', 'refund', 'refund_returned', 'chargeback',
    'chargeback_won', 'payout_returned', 'fee', 'settlement', 'funding', 'other')),
  constraint statement_lines_gross_check check (gross >= 0),
  constraint statement_lines_currency_check check (currency ~ '^[A-Z]{3}$')
) partition by range (line_id);
create index statement_lines_file_idx on statement_lines (file);
create index statement_lines_key_idx on statement_lines (account, line_key);
create index statement_lines_settlement_idx on statement_lines (account, settlement) where settlement is not null;

create table bank_lines (
  line_id uuid constraint bank_lines_pkey primary key,
  file bigint not null constraint bank_lines_file_fkey references statement_files,
  account text not null,
  line_key text not null,
  direction text not null,
  amount numeric not null,
  currency text not null,
  booked_on date not null,
  value_on date,
  bank_reference text,
  words text[] not null,
  is_reversal boolean not null,
  content text not null,
  imported_at timestamptz(3) not null default clock_timestamp(),
  constraint bank_lines_key unique (account, line_key),
  constraint bank_lines_direction_check check (direction in ('in', 'out')),
  constraint bank_lines_amount_check check (amount >= 0),
  constraint bank_lines_currency_check check (currency ~ '^[A-Z]{3}$')
);
create index bank_lines_file_idx on bank_lines (file);
create index bank_lines_amount_idx on bank_lines (currency, amount, booked_on);

-- What a line stands for, in turns: the latest one stands, and takes back what the one before has posted.
create table statement_matches (
  line_id uuid not null,
  turn integer not null,
  source text not null,
  account text not null,
  way text not null,
  identifier uuid,
  entry_kind text,
  reversal_id text not null default '',
  merchant text not null default '',
  provider text,
  method text,
  settlement bigint,
  author text,
  reason text,
  evidence text,
  matched_at timestamptz(3) not null default clock_timestamp(),
  committed_in xid8 not null default pg_current_xact_id(),
  constraint statement_matches_pkey primary key (line_id, turn),
  constraint statement_matches_turn_check check (turn >= 1),
  constraint statement_matches_source_check check (source in ('provider', 'bank')),
  constraint statement_matches_way_check
    check (way in ('reference', 'provider_id', 'settlement', 'only_pair', 'person', 'itself', 'unexplained', 'ignored')),
  constraint statement_matches_entry_check check ((identifier is null) = (entry_kind is null)),
  constraint statement_matches_author_check
    check (case when way = 'person' then coalesce(author <> '' and reason <> '', false) else true end)
) partition by range (line_id);
create index statement_matches_identifier_idx on statement_matches (identifier) where identifier is not null;
create index statement_matches_told_idx on statement_matches (matched_at) where reversal_id <> '';

create table settlements (
  id bigint generated always as identity constraint settlements_pkey primary key,
  account text not null,
  currency text not null,
  reference text not null,
  line_id uuid not null constraint settlements_line_key unique,
  amount numeric not null,
  booked_on date not null,
  lines integer not null default 0,
  lines_net numeric not null default 0,
  bank_line uuid constraint settlements_bank_line_fkey references bank_lines
    constraint settlements_bank_line_key unique,
  arrived_on date,
  constraint settlements_arrived_check check ((bank_line is null) = (arrived_on is null)),
  constraint settlements_currency_check check (currency ~ '^[A-Z]{3}$')
);
create index settlements_reference_idx on settlements (account, reference);
create index settlements_waiting_idx on settlements (booked_on) where bank_line is null;

create table differences (
  id bigint generated always as identity constraint differences_pkey primary key,
  class text not null,
  source text not null,
  account text not null,
  subject text not null,
  on_day date not null,
  currency text,
  amount numeric,
  expected numeric,
  count integer not null default 1,
  line_id uuid,
  identifier uuid,
  entry_kind text,
  method text,
  settlement bigint,
  file bigint,
  part_of bigint constraint differences_part_fkey references differences,
  state text not null default 'open',
  opened_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  closed_how text,
  closed_by text,
  closing_reason text,
  evidence text,
  closed_line uuid,
  step integer not null default 0,
  next_sweep_at timestamptz(3) not null default clock_timestamp(),
  constraint differences_subject_key unique (class, source, account, subject),
  constraint differences_class_check check (class in ('unknown_here', 'status', 'amount', 'currency', 'twice', 'not_listed',
    'reversal', 'fee', 'stranger', 'settlement_sum', 'not_arrived', 'bank_unknown', 'ambiguous', 'balance', 'gap',
    'restated', 'unknown_kind')),
  constraint differences_source_check check (source in ('provider', 'bank')),
  constraint differences_state_check check (state in ('open', 'explained', 'closed')),
  constraint differences_closed_check check ((state = 'open') = (closed_at is null)
    and (closed_at is null) = (closed_how is null) and (closed_how is null or closed_how in ('line', 'books', 'explained',
      'matched', 'written_off'))),
  constraint differences_person_check check (closed_how is null or closed_how in ('line', 'books')
    or coalesce(closed_by <> '' and closing_reason <> '', false))
);
create index differences_open_idx on differences (next_sweep_at) where state = 'open' and part_of is null;
create index differences_class_idx on differences (class, account) where state = 'open';
create index differences_line_idx on differences (line_id) where line_id is not null;
create index differences_identifier_idx on differences (identifier) where identifier is not null;
create index differences_part_idx on differences (part_of) where part_of is not null;

-- What persons decided on a difference; a write-off stands when a second one has confirmed it.
create table difference_decisions (
  id bigint generated always as identity constraint difference_decisions_pkey primary key,
  difference bigint not null constraint difference_decisions_difference_fkey references differences,
  decision text not null,
  operator text not null,
  reason text not null,
  evidence text not null,
  decided_at timestamptz(3) not null default clock_timestamp(),
  constraint difference_decisions_decision_check
    check (decision in ('explained', 'matched', 'match undone', 'write-off proposed', 'write-off confirmed'))
);
create index difference_decisions_difference_idx on difference_decisions (difference);

-- A line keeps what it says. Only the settlement that it is paid out with, and the value day, may come later, once.
create function keep_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (to_jsonb(new) - 'settlement' - 'value_on') is distinct from (to_jsonb(old) - 'settlement' - 'value_on')
    or (old.settlement is not null and new.settlement is distinct from old.settlement)
    or (old.value_on is not null and new.value_on is distinct from old.value_on) then
    raise exception 'line % keeps what it says', old.line_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger statement_lines_law before update or delete on statement_lines
  for each row execute function keep_line();

-- A settlement arrives once. What is known of its lines grows with them.
create function keep_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.id, new.account, new.currency, new.reference, new.line_id, new.amount, new.booked_on)
      is distinct from (old.id, old.account, old.currency, old.reference, old.line_id, old.amount, old.booked_on) then
    raise exception 'settlement % keeps what its line says', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger settlements_law before update or delete on settlements
  for each row execute function keep_settlement();

-- A difference keeps what it is about, and is closed once; one that was explained may still be closed by its line.
create function keep_difference() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'closed'
    or (new.id, new.class, new.source, new.account, new.subject, new.on_day, new.line_id, new.opened_at)
      is distinct from (old.id, old.class, old.source, old.account, old.subject, old.on_day, old.line_id, old.opened_at)
    or (old.state = 'explained' and new.state = 'open') then
    raise exception 'difference % keeps what it is about and how it was closed', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger differences_law before update or delete on differences
  for each row execute function keep_difference()`;

/** Further tables whose rows are written once. */
export const writtenOnce = [
  'bank_lines',
  'difference_decisions',
  'provider_entries',
  'statement_balances',
  'statement_files',
  'statement_matches',
];
/** Further tables that are never emptied as a whole. */
export const neverEmptied = ['differences', 'provider_transit', 'settlements', 'statement_lines'];
