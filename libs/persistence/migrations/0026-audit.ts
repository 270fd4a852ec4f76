import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One log of who changed what and who looked at whom, sealed day by day (docs/decisions/0027). */
export class Audit1700000000026 implements MigrationInterface {
  name = 'Audit1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    // The indexes take as long as there are attempts and reports.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [tables, position, change, configuration, triggers, search])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Who did what would be forgotten: no way back.'));
  }
}

/** Whoever inserts says neither when it was nor as whom they are logged in. */
const tables = `
create table audit_log (
  id bigint generated always as identity constraint audit_log_pkey primary key,
  at timestamptz(3) not null,
  actor text not null constraint audit_log_actor_check check (actor <> ''),
  action text not null constraint audit_log_action_check check (action ~ '^[a-z_]+[.][a-z_]+$'),
  subject text not null,
  details jsonb not null default '{}',
  login text not null
);
create function stamp_audit() returns trigger language plpgsql as $$
begin
  new.at := clock_timestamp();
  new.login := session_user;
  return new;
end $$;
create trigger audit_log_stamp before insert on audit_log for each row execute function stamp_audit();
create table audit_seals (
  n integer constraint audit_seals_pkey primary key,
  through_id bigint not null,
  row_count integer not null,
  hash text not null constraint audit_seals_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz(3) not null
);
${['audit_log', 'audit_seals']
  .map(
    (table) => `
create trigger ${table}_append_only before update or delete on ${table}
  for each row execute function refuse_rewriting();
create trigger ${table}_never_emptied before truncate on ${table}
  for each statement execute function refuse_rewriting()`,
  )
  .join(';')}`;

/**
 * The last row, once nobody is about to commit one before it: an id is given only under a lock that this one waits for.
 * The look comes after the lock, with a snapshot of its own.
 */
const position = `
create function audit_position() returns bigint language plpgsql set lock_timeout = '1s' as $$
begin
  lock table audit_log in share mode;
  return (select max(id) from audit_log);
end $$`;

/**
 * Writes what a row says of itself, in the transaction that writes the row. Arguments: the action, the columns of the actor
 * and of the subject, and those that stand in the details.
 */
const change = `
create function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new) || jsonb_build_object('login', session_user);
begin
  insert into audit_log (action, actor, subject, details)
  values (tg_argv[0], columns->>tg_argv[1], columns->>tg_argv[2], (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(columns)
    where key = any(tg_argv[3:]) and value is not null));
  return null;
end $$`;

/** Names of what differs from the version before, without what stands there; keys and credentials are not in it. */
const configuration = `
create function audit_configuration() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, actor, subject, details)
  select 'configuration.applied', new.applied_by, new.version::text, jsonb_build_object('changed', (
    with recursive places (path, was, becomes) as (
      select null, coalesce(
        (select document from configurations where version < new.version order by version desc limit 1), '{}'), new.document
      union all
      select concat_ws('.', path, key), was->key, becomes->key
      from places cross join lateral (
        select case when jsonb_typeof(was) = 'object' and jsonb_typeof(becomes) = 'object' then was || becomes
          else '{}' end as both_of_them
      ) as joined cross join lateral jsonb_object_keys(both_of_them) as key
      where was <> becomes
    )
    select coalesce(jsonb_agg(path order by path), '[]') from places
    where was is distinct from becomes
      and (jsonb_typeof(was) = 'object' and jsonb_typeof(becomes) = 'object') is not true));
  return null;
end $$;
create trigger configurations_audit after insert on configurations
  for each row execute function audit_configuration()`;

const triggers = `
create trigger api_keys_audit after insert on api_keys for each row
  execute function audit_change('key.created', 'created_by', 'id', 'project', 'purpose', 'not_before');
create trigger api_keys_end_audit after update of revoked_at on api_keys for each row
  when (new.revoked_at is distinct from old.revoked_at)
  execute function audit_change('key.ended', 'revoked_by', 'id', 'project', 'purpose', 'revoked_at');
create trigger blocks_audit after insert on blocks for each row
  execute function audit_change('block.added', 'author', 'id', 'kind', 'scope', 'applies_to', 'reason', 'expires_at', 'by_guard');
create trigger block_removals_audit after insert on block_removals for each row
  execute function audit_change('block.removed', 'author', 'block', 'reason');
create trigger switches_audit after insert on switches for each row
  execute function audit_change('switch.turned', 'operator', 'name', 'kind', 'is_off', 'reason');
create trigger ledger_entries_audit after insert on ledger_entries for each row when (new.kind in ('top_up', 'adjust'))
  execute function audit_change('balance.posted', 'author', 'merchant', 'kind', 'currency', 'amount', 'identifier', 'reason');
create trigger reviews_audit after update of closed_at on reviews for each row
  when (old.closed_at is null and new.closed_at is not null)
  execute function audit_change('review.closed', 'closed_by', 'identifier', 'id', 'cause', 'adjustment', 'closing_reason');
create trigger operator_decisions_audit after insert on operator_decisions for each row
  execute function audit_change('decision.taken', 'operator', 'identifier', 'decision', 'reason');
create trigger redelivery_orders_audit after insert on redelivery_orders for each row
  execute function audit_change('callbacks.ordered', 'operator', 'project', 'from_at', 'to_at', 'states', 'reason');
create trigger audit_seals_audit after insert on audit_seals for each row
  execute function audit_change('log.sealed', 'login', 'n', 'through_id', 'hash')`;

/** Staff look for what a provider names by its own id, at all reports of one transaction, and at those that name none. */
const search = `
create index attempts_provider_id_idx on attempts (provider_id) where provider_id is not null;
create index provider_events_identifier_idx on provider_events (identifier) where identifier is not null;
create index provider_events_unmatched_idx on provider_events (received_at) where identifier is null`;
