import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The banks that a payout without a bank code offered, and the one that the merchant chose: once, and for good. */
export class BankCodeChallenges1700000000007 implements MigrationInterface {
  name = 'BankCodeChallenges1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(challenges);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What was offered and chosen is kept: there is no way back.'));
  }
}

const challenges = `
create table bank_code_challenges (
  identifier uuid constraint bank_code_challenges_pkey primary key
    constraint bank_code_challenges_transaction_fkey references transactions,
  banks jsonb not null,
  bank_code text,
  confirmed_at timestamptz(3),
  constraint bank_code_challenges_confirmation_check check ((bank_code is null) = (confirmed_at is null))
);
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
create trigger bank_code_challenges_never_emptied before truncate on bank_code_challenges
  for each statement execute function refuse_rewriting()`;
