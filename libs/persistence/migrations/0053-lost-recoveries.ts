import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/** Transactions whose workflow was lost with Temporal's database, in the order in which they have something to do. */
export class LostRecoveries1700000000081 implements MigrationInterface {
  name = 'LostRecoveries1700000000081';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'recoveries_lost_idx',
      on: `recoveries (due_at) where ensured_at = '-infinity'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently recoveries_lost_idx');
  }
}
