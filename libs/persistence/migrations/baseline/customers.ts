/** Personal data, transfer details, offered banks, and the card vault. */
export const customers = `
create table personal_data (
  identifier uuid constraint personal_data_pkey primary key
    constraint personal_data_transaction_fkey references transactions,
  box bytea not null,
  transfer_box bytea,
  ended_at timestamptz(3)
);
create index personal_data_ended_idx on personal_data (ended_at) where ended_at is not null;

create table transfer_details (
  identifier uuid constraint transfer_details_pkey primary key
    constraint transfer_details_transaction_fkey references transactions,
  fingerprint bytea not null,
  accepted_at timestamptz(3) not null default clock_timestamp(),
  step integer not null default 0,
  next_sweep_at timestamptz(3) not null,
  settled_at timestamptz(3),
  outcome text,
  constraint transfer_details_outcome_check check (outcome in ('taken', 'refused', 'not_supported', 'forgotten')),
  constraint transfer_details_settled_check check ((settled_at is null) = (outcome is null))
);
create index transfer_details_open_idx on transfer_details (next_sweep_at) where settled_at is null;

create table bank_code_challenges (
  identifier uuid constraint bank_code_challenges_pkey primary key
    constraint bank_code_challenges_transaction_fkey references transactions,
  banks jsonb not null,
  bank_code text,
  confirmed_at timestamptz(3),
  constraint bank_code_challenges_confirmation_check check ((bank_code is null) = (confirmed_at is null))
);

create unlogged table vault_keys (
  id uuid constraint vault_keys_pkey primary key,
  public_key bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint vault_keys_public_key_check check (length(public_key) = 32)
);

create unlogged table vault_private_keys (
  id uuid constraint vault_private_keys_pkey primary key
    constraint vault_private_keys_key_fkey references vault_keys on delete cascade,
  box bytea not null
);

create unlogged table card_vault (
  identifier uuid constraint card_vault_pkey primary key,
  card_box bytea not null,
  cvv_box bytea not null,
  expires_at timestamptz(3) not null,
  key_id uuid
    constraint card_vault_key_fkey references vault_keys
);
create index card_vault_expiry_idx on card_vault (expires_at);
create index card_vault_key_idx on card_vault (key_id);

-- ANALYZE samples no ciphertext, so that none stays in the statistics after its row is deleted.
alter table personal_data alter column box set statistics 0, alter column transfer_box set statistics 0;
alter table vault_private_keys alter column box set statistics 0;
alter table card_vault alter column card_box set statistics 0, alter column cvv_box set statistics 0;

-- Retention is configuration: the row stores when the transaction ended, not when the row is purged.
create function end_personal_data() returns trigger language plpgsql as $$
begin
  update personal_data set ended_at = clock_timestamp() where identifier = new.identifier;
  return null;
end $$;
create trigger transactions_end_personal_data after update of status on transactions
  for each row when (old.finished_at is null and new.finished_at is not null) execute function end_personal_data();

-- The details never change. Only their delivery to the provider does, until it is settled.
create function keep_transfer_details() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.settled_at is not null
    or (new.identifier, new.fingerprint, new.accepted_at)
      is distinct from (old.identifier, old.fingerprint, old.accepted_at) then
    raise exception 'transfer details of % stay what they are', old.identifier using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transfer_details_law before update or delete on transfer_details
  for each row execute function keep_transfer_details();

create function keep_chosen_bank() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.bank_code is not null
    or (new.identifier, new.banks) is distinct from (old.identifier, old.banks) then
    raise exception 'the bank-code challenge of % keeps what was offered and chosen', old.identifier
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bank_code_challenges_law before update or delete on bank_code_challenges
  for each row execute function keep_chosen_bank();

-- Destroys keys that are older than older_than_ms, unless a card still needs them. After at_last_ms a key is
-- destroyed with its cards. The remaining private keys are written to a new file and the old file is removed,
-- because a deleted row would stay readable in it.
create function destroy_vault_keys(older_than_ms bigint, at_last_ms bigint) returns integer language plpgsql
set lock_timeout = '1s' as $$
declare
  kept vault_private_keys[];
  destroyed integer;
begin
  delete from card_vault where key_id in (
    select id from vault_keys where created_at < clock_timestamp() - at_last_ms * interval '1 millisecond');
  delete from vault_keys where created_at < clock_timestamp() - older_than_ms * interval '1 millisecond'
    and not exists (select from card_vault where key_id = vault_keys.id);
  get diagnostics destroyed = row_count;
  if destroyed > 0 then
    lock table vault_private_keys in access exclusive mode;
    kept := array(select vault_private_keys from vault_private_keys);
    truncate vault_private_keys;
    insert into vault_private_keys select * from unnest(kept);
  end if;
  return destroyed;
end $$;

-- Removes the remains of deleted cards from the vault's file. The lock waits for writers; the check that
-- decides runs after it in a statement of its own, so that it has its own snapshot.
create function empty_card_vault() returns boolean language plpgsql set lock_timeout = '200ms' as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the vault is emptied at read committed only' using errcode = 'invalid_transaction_state';
  end if;
  if pg_relation_size('card_vault') = 0 or exists (select from card_vault) then
    return false;
  end if;
  lock table card_vault in access exclusive mode;
  if exists (select from card_vault) then
    return false;
  end if;
  truncate card_vault;
  return true;
exception when lock_not_available then
  return false;
end $$`;
