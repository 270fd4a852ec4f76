import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of payouts tell their bank (contract §8): its code is no personal data, and is not purged. */
export class PayoutBanks1700000000021 implements MigrationInterface {
  name = 'PayoutBanks1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    // Older rows are read, however many there are.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [columns, chosenBefore, law]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger transactions_bank on transactions;
      drop function keep_bank();
      alter table transactions drop column bank_code, drop column bank_name`);
  }
}

const columns = `
alter table transactions add column bank_code text, add column bank_name text,
  add constraint transactions_bank_check check (bank_code is not null or bank_name is null)`;

/** What is final keeps its record without a bank, as its callback had it; a code that was given is sealed. */
const chosenBefore = `
update transactions set bank_code = bank->>'code', bank_name = bank->>'name'
from bank_code_challenges, jsonb_array_elements(banks) as bank
where bank_code_challenges.identifier = transactions.identifier and bank->>'code' = bank_code_challenges.bank_code
  and finished_at is null`;

const law = `
create function keep_bank() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its bank', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_bank before update of bank_code, bank_name on transactions for each row
  when (old.bank_code is not null and
    (new.bank_code, new.bank_name) is distinct from (old.bank_code, old.bank_name))
  execute function keep_bank()`;
