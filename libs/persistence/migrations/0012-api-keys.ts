import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Request and callback keys that are made, rotated and revoked without the configuration file. */
export class ApiKeys1700000000012 implements MigrationInterface {
  name = 'ApiKeys1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [keys, revision, law, changes]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Merchants sign with these keys: there is no way back.'));
  }
}

/** `secret_box` opens with the key encryption keys only. A revocation may lie ahead: until then the key is valid. */
const keys = `
create table api_keys (
  id text constraint api_keys_pkey primary key,
  project text not null,
  purpose text not null constraint api_keys_purpose_check check (purpose in ('request', 'callback')),
  secret_box bytea not null,
  created_by text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  not_before timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3),
  revoked_by text,
  last_used_at timestamptz(3),
  constraint api_keys_revocation_check check ((revoked_at is null) = (revoked_by is null))
);
create index api_keys_project_idx on api_keys (project)`;

/** One row, so that changes come one after the other and each is seen by who has seen the one before. */
const revision = `
create table api_key_revision (
  only_row boolean constraint api_key_revision_pkey primary key default true
    constraint api_key_revision_only_row_check check (only_row),
  revision integer not null
);
insert into api_key_revision (revision) values (1)`;

/** A key never changes what it is, never comes back, and is never forgotten. */
const law = `
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
create trigger api_keys_never_emptied before truncate on api_keys
  for each statement execute function refuse_rewriting()`;

const changes = `
create function count_api_key_change() returns trigger language plpgsql as $$
begin
  update api_key_revision set revision = revision + 1;
  return null;
end $$;
create trigger api_keys_changed after insert or update of secret_box, revoked_at on api_keys
  for each statement execute function count_api_key_change()`;
