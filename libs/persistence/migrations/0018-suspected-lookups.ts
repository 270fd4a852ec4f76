import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Callbacks with a wrong signature buy few look-ups, and none that counts towards an end. */
export class SuspectedLookups1700000000018 implements MigrationInterface {
  name = 'SuspectedLookups1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [suspicions, counting]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table lookups drop column counts');
    await runner.query('alter table sweeps drop column suspicions, drop column suspicion_due_at');
  }
}

/** With the sweep, because that row goes when there is nothing left to look up: what strangers send never piles up. */
const suspicions = `
alter table sweeps add column suspicions integer not null default 0,
  add column suspicion_due_at timestamptz(3) not null default '-infinity'`;

/** False: asked out of turn, by a suspicion or an operator. */
const counting = `alter table lookups add column counts boolean not null default true`;
