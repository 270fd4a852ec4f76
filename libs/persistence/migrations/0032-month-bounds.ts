import type { MigrationInterface, QueryRunner } from 'typeorm';
import { monthTables, startOfMonth, textAt } from '../months/month-tables.js';

/** Everything up to now, and what comes in this month and the next two, stays in the table that there is. */
const monthsMore = 3;

/** Where the first part of each table in months ends: it is refused from there on, and read in 0033. */
export class MonthBounds1700000000032 implements MigrationInterface {
  name = 'MonthBounds1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    const end = startOfMonth(new Date(), monthsMore);
    for (const [table, { key }] of Object.entries(monthTables))
      await runner.query(
        `alter table ${table} add constraint ${table}_first_check check (${key} < '${textAt(key, end)}') not valid`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(monthTables))
      await runner.query(`alter table ${table} drop constraint ${table}_first_check`);
  }
}
