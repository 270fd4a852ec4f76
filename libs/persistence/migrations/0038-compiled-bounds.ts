import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The bounds of 0036 ask this function in each registration. In PL/pgSQL it is compiled once for a connection; in SQL it
 * was read and planned anew with every statement.
 */
export class CompiledBounds1700000000066 implements MigrationInterface {
  name = 'CompiledBounds1700000000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function happens_now(at timestamptz) returns boolean language plpgsql volatile as $$
      begin
        return at between statement_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute';
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function happens_now(at timestamptz) returns boolean language sql volatile as $$
        select at between statement_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute'
      $$`);
  }
}
