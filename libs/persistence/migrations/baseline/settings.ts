/** Configuration, switches, keys, and the audit log. */
export const settings = `
create table configurations (
  version integer generated always as identity constraint configurations_pkey primary key,
  digest text not null,
  document jsonb not null,
  secrets_box bytea not null,
  applied_by text not null,
  applied_at timestamptz(3) not null default clock_timestamp()
);

create table switches (
  id bigint generated always as identity constraint switches_pkey primary key,
  kind text not null,
  name text not null,
  is_off boolean not null,
  operator text not null,
  reason text not null,
  switched_at timestamptz(3) not null default clock_timestamp(),
  constraint switches_kind_check check (kind in ('provider', 'mid', 'method')),
  constraint switches_operator_check check (operator <> ''),
  constraint switches_reason_check check (reason <> '')
);
create index switches_newest_idx on switches (kind, name, id);

create table api_keys (
  id text constraint api_keys_pkey primary key,
  project text not null,
  purpose text not null,
  secret_box bytea not null,
  created_by text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  not_before timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3),
  revoked_by text,
  last_used_at timestamptz(3),
  constraint api_keys_purpose_check check (purpose in ('request', 'callback')),
  constraint api_keys_revocation_check check ((revoked_at is null) = (revoked_by is null))
);
create index api_keys_project_idx on api_keys (project);

create table api_key_revision (
  only_row boolean constraint api_key_revision_pkey primary key default true,
  revision integer not null,
  constraint api_key_revision_only_row_check check (only_row)
);
insert into api_key_revision (revision) values (1);

create table audit_log (
  id bigint generated always as identity constraint audit_log_pkey primary key,
  at timestamptz(3) not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  login text not null,
  constraint audit_log_action_check check (action ~ '^[a-z_]+[.][a-z_]+$'),
  constraint audit_log_actor_check check (actor <> '')
);

create table audit_seals (
  n integer constraint audit_seals_pkey primary key,
  through_id bigint not null,
  row_count integer not null,
  hash text not null,
  sealed_at timestamptz(3) not null,
  constraint audit_seals_hash_check check (hash ~ '^[0-9a-f]{64}$')
);

-- As for personal data.
alter table configurations alter column secrets_box set statistics 0;
alter table api_keys alter column secret_box set statistics 0;

create function keep_api_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.id, new.project, new.purpose, new.created_by, new.created_at, new.not_before)
    is distinct from (old.id, old.project, old.purpose, old.created_by, old.created_at, old.not_before) then
    raise exception 'key % stays what it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.revoked_at is not null and (new.revoked_at is null or new.revoked_at > old.revoked_at
    or (old.revoked_at <= clock_timestamp() and new.revoked_at <> old.revoked_at)) then
    raise exception 'key % stays revoked', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger api_keys_law before update or delete on api_keys for each row execute function keep_api_key();

create function count_api_key_change() returns trigger language plpgsql as $$
begin
  update api_key_revision set revision = revision + 1;
  return null;
end $$;
create trigger api_keys_changed after insert or update of secret_box, revoked_at on api_keys
  for each statement execute function count_api_key_change();

-- Time and login are set here, whatever the insert gives.
create function stamp_audit() returns trigger language plpgsql as $$
begin
  new.at := clock_timestamp();
  new.login := session_user;
  return new;
end $$;
create trigger audit_log_stamp before insert on audit_log for each row execute function stamp_audit();

-- The last row once every earlier row is committed: ids are given under a lock that this lock waits for. The
-- query runs after the lock, with a snapshot of its own.
create function audit_position() returns bigint language plpgsql set lock_timeout = '1s' as $$
begin
  lock table audit_log in share mode;
  return (select max(id) from audit_log);
end $$;

-- Arguments: the action, the columns of the actor and of the subject, then the columns of the details. Runs in
-- the transaction that writes the row.
create function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new) || jsonb_build_object('login', session_user);
begin
  insert into audit_log (action, actor, subject, details)
  values (tg_argv[0], columns->>tg_argv[1], columns->>tg_argv[2], (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(columns)
    where key = any(tg_argv[3:]) and value is not null));
  return null;
end $$;
create trigger reviews_audit after update of closed_at on reviews
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function audit_change('review.closed', 'closed_by', 'identifier', 'id', 'cause', 'adjustment', 'closing_reason');
create trigger operator_decisions_audit after insert on operator_decisions
  for each row execute function audit_change('decision.taken', 'operator', 'identifier', 'decision', 'reason');
create trigger ledger_entries_audit after insert on ledger_entries
  for each row when (new.kind in ('top_up', 'adjust'))
  execute function audit_change(
    'balance.posted', 'author', 'merchant', 'kind', 'currency', 'amount', 'identifier', 'reason');
create trigger blocks_audit after insert on blocks
  for each row execute function audit_change(
    'block.added', 'author', 'id', 'kind', 'scope', 'applies_to', 'reason', 'expires_at', 'by_guard');
create trigger block_removals_audit after insert on block_removals
  for each row execute function audit_change('block.removed', 'author', 'block', 'reason');
create trigger api_keys_audit after insert on api_keys
  for each row execute function audit_change('key.created', 'created_by', 'id', 'project', 'purpose', 'not_before');
create trigger api_keys_end_audit after update of revoked_at on api_keys
  for each row when (new.revoked_at is distinct from old.revoked_at)
  execute function audit_change('key.ended', 'revoked_by', 'id', 'project', 'purpose', 'revoked_at');
create trigger redelivery_orders_audit after insert on redelivery_orders
  for each row
  execute function audit_change('callbacks.ordered', 'operator', 'project', 'from_at', 'to_at', 'states', 'reason');
create trigger switches_audit after insert on switches
  for each row execute function audit_change('switch.turned', 'operator', 'name', 'kind', 'is_off', 'reason');
create trigger audit_seals_audit after insert on audit_seals
  for each row execute function audit_change('log.sealed', 'login', 'n', 'through_id', 'hash');

-- The names of the settings that differ from the version before, without their values. Keys and credentials are
-- not in the document.
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
  for each row execute function audit_configuration();

-- For processes that need no secret of it.
create view open_configurations as select version, digest, document from configurations`;
