import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/**
 * Differences are kept for ever and nearly all of them are closed. By these indexes an import finds those of its account that are
 * not, and workers and staff those that were closed last, without reading the others.
 */
export class DifferencesByState1700000000082 implements MigrationInterface {
  name = 'DifferencesByState1700000000082';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index concurrently ${name}`);
  }
}

const indexes = [
  { name: 'differences_unclosed_idx', on: `differences (account) where state <> 'closed'` },
  {
    name: 'differences_closed_idx',
    on: `differences (closed_at) where state <> 'open' and part_of is null`,
  },
];
