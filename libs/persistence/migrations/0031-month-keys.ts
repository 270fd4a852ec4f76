import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/** The key of a table in months begins with what its months are made of; the other two tables have such a key. */
export class MonthKeys1700000000031 implements MigrationInterface {
  name = 'MonthKeys1700000000031';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['lookups', 'status_history'])
      await buildIndex(runner, {
        name: `${table}_first_key`,
        on: `${table} (identifier, id)`,
        isUnique: true,
      });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['lookups', 'status_history'])
      await runner.query(`drop index concurrently ${table}_first_key`);
  }
}
