import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The vault has keys of its own, which are destroyed: a card is sealed to a public key, and the private key that opens it
 * is gone a short while after it (docs/decisions/0020). Whoever seals cards sees no private key and no secret of the
 * configuration.
 */
export class VaultKeys1700000000020 implements MigrationInterface {
  name = 'VaultKeys1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [keys, cards, destruction, emptying, openConfigurations, fingerprints])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${fingerprintLaw('')};
      drop view open_configurations;
      drop function empty_card_vault;
      drop function destroy_vault_keys;
      alter table card_vault drop column key_id;
      drop table vault_private_keys;
      drop table vault_keys`);
  }
}

/**
 * Unlogged like the vault: emptied with it when Postgres has crashed, in no write-ahead log, no standby and no base
 * backup. The private halves, sealed with the vault's own key ring, are in a table that can be written anew as a whole.
 */
const keys = `
create unlogged table vault_keys (
  id uuid constraint vault_keys_pkey primary key,
  public_key bytea not null constraint vault_keys_public_key_check check (length(public_key) = 32),
  created_at timestamptz(3) not null default clock_timestamp()
);
create unlogged table vault_private_keys (
  id uuid constraint vault_private_keys_pkey primary key
    constraint vault_private_keys_key_fkey references vault_keys on delete cascade,
  box bytea not null
);
alter table vault_private_keys alter column box set statistics 0`;

/** A key cannot go while a card needs it, nor a card come once its key is gone. Null: sealed before there were such keys. */
const cards = `
alter table card_vault add column key_id uuid constraint card_vault_key_fkey references vault_keys;
create index card_vault_key_idx on card_vault (key_id)`;

/**
 * Destroys keys that are older than so many milliseconds, unless a card still needs them; after the last of its time a
 * key goes with its cards. What is left of the private keys is written into a new file, and the old one is removed: a
 * deleted row would stay readable in it.
 */
const destruction = `
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
end $$`;

/**
 * Removes what deleted cards have left in the vault's file. The lock waits for whoever is about to store a card, and the
 * look that decides comes after it: it must be one of its own, with a snapshot of its own.
 */
const emptying = `
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

/** For who needs no secret of it. */
const openConfigurations = `
create view open_configurations as select version, digest, document from configurations`;

/** A payment keeps its card from when it may be sent; where `once`, its fingerprint may still come, once. */
const fingerprintLaw = (once: string) => `
drop trigger transactions_card on transactions;
create trigger transactions_card
  before update of card_first6, card_last4, card_brand, card_fingerprint on transactions for each row
  when (old.submit_due_at is not null and
    ((new.card_first6, new.card_last4, new.card_brand) is distinct from
      (old.card_first6, old.card_last4, old.card_brand)
    or (new.card_fingerprint is distinct from old.card_fingerprint ${once})))
  execute function keep_card()`;

/** The checkout cannot make it: the worker does when it opens the card. A declined card counts by then or not. */
const fingerprints = `
${fingerprintLaw('and (old.card_fingerprint is not null or old.card_first6 is null)')};
do $$
begin
  execute replace(pg_get_functiondef('watch_declined_card'::regproc), 'new.card_fingerprint is null', 'new.card_first6 is null');
end $$`;
