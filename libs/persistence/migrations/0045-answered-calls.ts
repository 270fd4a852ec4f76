import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An answer is written down before it leaves, and taken back if its caller hung up: so the row says whose it was
 * (contract §4). Where a build that does not know the column wrote it down, nobody takes it back.
 */
export class AnsweredCalls1700000000045 implements MigrationInterface {
  name = 'AnsweredCalls1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table answers add column answered_calls uuid[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table answers drop column answered_calls');
  }
}
