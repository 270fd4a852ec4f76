import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last list of banks that each provider gave for a country: shared by all api processes, good while it is down. */
export class BankLists1700000000006 implements MigrationInterface {
  name = 'BankLists1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(bankLists);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bank_lists');
  }
}

const bankLists = `
create table bank_lists (
  provider text not null,
  country text not null,
  banks jsonb not null,
  fetched_at timestamptz(3) not null default clock_timestamp(),
  constraint bank_lists_pkey primary key (provider, country)
)`;
