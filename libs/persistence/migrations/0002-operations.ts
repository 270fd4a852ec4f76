import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people do: reviews that are open until somebody closes them, and decisions with their reasons. And the rest of
 * the law: where a transaction starts, what of an event and of a log may change, and that no table is ever emptied.
 */
export class Operations1700000000002 implements MigrationInterface {
  name = 'Operations1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [reviews, decisions, start, events, records, truncation])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What people decided is append-only: there is no way back.'));
  }
}

const reviews = `
alter table reviews
  add column step integer not null default 0,
  add column next_sweep_at timestamptz(3) not null default clock_timestamp(),
  add column closed_at timestamptz(3),
  add column closed_by text,
  add column closing_reason text,
  add constraint reviews_closing_check
    check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closing_reason is null));
create index reviews_open_idx on reviews (next_sweep_at) where closed_at is null`;

const decisions = `
create table operator_decisions (
  id bigint generated always as identity constraint operator_decisions_pkey primary key,
  identifier uuid not null constraint operator_decisions_transaction_fkey references transactions,
  decision text not null,
  operator text not null,
  reason text not null,
  evidence text not null,
  decided_at timestamptz(3) not null default clock_timestamp()
);
create index operator_decisions_identifier_idx on operator_decisions (identifier);
create trigger operator_decisions_append_only before update or delete on operator_decisions
  for each row execute function refuse_rewriting()`;

const start = `
create function refuse_unlawful_start() returns trigger language plpgsql as $$
begin
  if not (case new.type when 'payment' then new.status in ('new', 'pending') else new.status = 'pending' end) then
    raise exception 'transaction % may not start as %', new.identifier, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transactions_start before insert on transactions
  for each row execute function refuse_unlawful_start()`;

/** What a merchant is told never changes; only how far the telling has come does. */
const events = `
create function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.event_id, new.identifier, new.merchant, new.body, new.callback_url, new.committed_in)
    is distinct from (old.event_id, old.identifier, old.merchant, old.body, old.callback_url, old.committed_in) then
    raise exception 'event % keeps what it tells', old.event_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger events_law before update or delete on events for each row execute function keep_event()`;

const records = `
create trigger delivery_attempts_append_only before update or delete on delivery_attempts
  for each row execute function refuse_rewriting();
create function keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null or (new.identifier, new.cause, new.evidence, new.raised_at)
    is distinct from (old.identifier, old.cause, old.evidence, old.raised_at) then
    raise exception 'review % keeps why it was raised and how it was closed', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reviews_law before update or delete on reviews for each row execute function keep_review()`;

const truncation = [
  'transactions',
  'status_history',
  'attempts',
  'lookups',
  'provider_events',
  'events',
  'delivery_attempts',
  'reviews',
  'operator_decisions',
  'configurations',
]
  .map(
    (table) => `create trigger ${table}_never_emptied before truncate on ${table}
    for each statement execute function refuse_rewriting()`,
  )
  .join(';');
