import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts whose provider has to be told something before the money is asked for: a recipient, a payment page. */
export class Preparation1700000000027 implements MigrationInterface {
  name = 'Preparation1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    // Every row is looked at once more, however many there are.
    await runner.query('set local statement_timeout = 0');
    await runner.query(preparation);
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('What an attempt was prepared with is how its provider knows it: no way back.'),
    );
  }
}

const preparation = `
alter table attempts
  add column prepared text,
  drop constraint attempts_state_check,
  add constraint attempts_state_check
    check (state in ('preparing', 'sending', 'accepted', 'final', 'declined', 'not_sent', 'unknown'))`;
