/** Attempts at providers, what providers reported, and the look-ups. */
export const attempts = `
create table attempts (
  identifier uuid not null
    constraint attempts_transaction_fkey references transactions,
  n integer not null,
  provider text not null,
  mid text not null,
  provider_reference text not null
    constraint attempts_provider_reference_key unique,
  state text not null,
  cause text,
  detail text,
  provider_id text,
  evidence jsonb,
  started_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  send_by timestamptz(3),
  prepared text,
  constraint attempts_pkey primary key (identifier, n),
  constraint attempts_n_check check (n >= 1),
  constraint attempts_state_check
    check (state in ('preparing', 'sending', 'accepted', 'final', 'declined', 'not_sent', 'unknown'))
);
create index attempts_provider_id_idx on attempts (provider_id) where provider_id is not null;

create table provider_events (
  id uuid constraint provider_events_pkey primary key,
  provider text not null,
  event_id text not null,
  provider_reference text not null,
  identifier uuid,
  evidence jsonb not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  applied_at timestamptz(3),
  verdict text,
  repetition_key text not null default '',
  constraint provider_events_event_key unique (provider, event_id, repetition_key)
);
create index provider_events_identifier_idx on provider_events (identifier) where identifier is not null;
create index provider_events_unmatched_idx on provider_events (received_at) where identifier is null;
create index provider_events_waiting_idx on provider_events (identifier) where applied_at is null;

create table lookups (
  id bigint generated always as identity,
  identifier uuid not null,
  n integer not null,
  answer text not null,
  outcome text,
  evidence jsonb,
  detail text,
  asked_at timestamptz(3) not null default clock_timestamp(),
  counts boolean not null default true,
  constraint lookups_pkey primary key (identifier, id),
  constraint lookups_answer_check check (answer in ('found', 'not_found', 'no_answer'))
) partition by range (identifier);

create table late_lookups (
  identifier uuid constraint late_lookups_pkey primary key
    constraint late_lookups_transaction_fkey references transactions,
  n integer not null,
  step integer not null default 0,
  ended_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  constraint late_lookups_attempt_fkey foreign key (identifier, n) references attempts
);
create index late_lookups_due_idx on late_lookups (due_at);

create table success_lookups (
  identifier uuid constraint success_lookups_pkey primary key,
  n integer not null,
  mid text not null,
  step integer not null,
  tries integer not null default 0,
  words integer not null default 0,
  ended_at timestamptz(3) not null,
  due_at timestamptz(3) not null
);
create index success_lookups_due_idx on success_lookups (mid, due_at);

create table recoveries (
  identifier uuid constraint recoveries_pkey primary key
    constraint recoveries_transaction_fkey references transactions,
  step integer not null default 0,
  due_at timestamptz(3) not null,
  ensured_at timestamptz(3) not null default clock_timestamp(),
  suspicions integer not null default 0,
  suspicion_due_at timestamptz(3) not null default '-infinity',
  asked_at timestamptz(3) not null default '-infinity',
  cancel_asked_at timestamptz(3) not null default '-infinity'
);
create index recoveries_due_idx on recoveries (due_at);
create index recoveries_ensured_idx on recoveries (ensured_at);

create table temporal_namespace (
  only_row boolean constraint temporal_namespace_pkey primary key default true,
  id text not null,
  lost_at timestamptz(3),
  constraint temporal_namespace_only_row_check check (only_row)
);

-- A further attempt is a further revision. A final transaction takes none, because its row never changes.
create function revise_for_attempt() returns trigger language plpgsql as $$
begin
  update transactions set revision = revision + 1, progressed_at = clock_timestamp() where identifier = new.identifier;
  return null;
end $$;
create trigger attempts_revision after insert on attempts for each row execute function revise_for_attempt();

-- The name of recoveries in releases before 1.0.
create view sweeps as
  select identifier, step, due_at as next_sweep_at, ensured_at, suspicions, suspicion_due_at, asked_at, cancel_asked_at
  from recoveries`;
