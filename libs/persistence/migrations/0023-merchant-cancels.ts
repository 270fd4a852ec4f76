import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A merchant cancels what was never sent, and its history says so (contract §7, §8). */
export class MerchantCancels1700000000023 implements MigrationInterface {
  name = 'MerchantCancels1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    // Every row is looked at once more, however many there are.
    await runner.query('set local statement_timeout = 0');
    await runner.query(sources);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What a merchant has cancelled says so and never changes: no way back.'));
  }
}

const sources = `
alter table transactions
  drop constraint transactions_status_source_check,
  add constraint transactions_status_source_check
    check (status_source in ('api', 'provider', 'lookup', 'customer', 'merchant', 'timer', 'operator'))`;
