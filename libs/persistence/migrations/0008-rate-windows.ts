import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests of a key were let through in its latest second: shared by all api processes. */
export class RateWindows1700000000008 implements MigrationInterface {
  name = 'RateWindows1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(rateWindows);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rate_windows');
  }
}

/** Not logged: after a crash every key begins a new second, which is what a second later would do as well. */
const rateWindows = `
create unlogged table rate_windows (
  key_id text constraint rate_windows_pkey primary key,
  second bigint not null,
  leased bigint not null
)`;
