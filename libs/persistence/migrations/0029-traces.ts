import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of a transaction, kept with it so that whatever happens later can be linked there. */
export class Traces1700000000029 implements MigrationInterface {
  name = 'Traces1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    // Every row is looked at once, however many there are.
    await runner.query('set local statement_timeout = 0');
    await runner.query(`
      alter table transactions
        add column traceparent text,
        add constraint transactions_traceparent_check
          check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transactions drop column traceparent');
  }
}
