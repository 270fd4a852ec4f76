import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a merchant tells of a customer's transfer: kept first, then passed on to the provider. */
export class TransferDetails1700000000003 implements MigrationInterface {
  name = 'TransferDetails1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [challengeType, details, personal]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What merchants told is append-only: there is no way back.'));
  }
}

/** A challenge goes with the end of its transaction; what kind it was stays, whoever records it. */
const challengeType = `
alter table transactions add column challenge_type text;
update transactions set challenge_type = challenge->>'type' where challenge is not null;
create function keep_challenge_type() returns trigger language plpgsql as $$
begin
  new.challenge_type := coalesce(new.challenge->>'type', old.challenge_type);
  return new;
end $$;
create trigger transactions_challenge_type before update of challenge on transactions
  for each row execute function keep_challenge_type()`;

/** What was told never changes; only how far it was passed on does, until it is settled. */
const details = `
create table transfer_details (
  identifier uuid constraint transfer_details_pkey primary key
    constraint transfer_details_transaction_fkey references transactions,
  fingerprint bytea not null,
  accepted_at timestamptz(3) not null default clock_timestamp(),
  step integer not null default 0,
  next_sweep_at timestamptz(3) not null,
  settled_at timestamptz(3),
  outcome text constraint transfer_details_outcome_check
    check (outcome in ('taken', 'refused', 'not_supported', 'forgotten')),
  constraint transfer_details_settled_check check ((settled_at is null) = (outcome is null))
);
create index transfer_details_open_idx on transfer_details (next_sweep_at) where settled_at is null;
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
create trigger transfer_details_never_emptied before truncate on transfer_details
  for each statement execute function refuse_rewriting()`;

/** Beside the customer's own data, so that both are purged together. */
const personal = `alter table personal_data add column transfer_box bytea`;
