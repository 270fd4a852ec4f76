import type { MigrationInterface, QueryRunner } from 'typeorm';
import { monthTables } from '../months/month-tables.js';

/** Reads once that no row is beyond the first part, so that nothing is read when it becomes one. */
export class MonthProofs1700000000033 implements MigrationInterface {
  name = 'MonthProofs1700000000033';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(monthTables))
      await runner.query(`alter table ${table} validate constraint ${table}_first_check`);
    // The index of 0031 begins with the same column.
    for (const table of ['lookups', 'status_history'])
      await runner.query(`drop index concurrently if exists ${table}_identifier_idx`);
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
