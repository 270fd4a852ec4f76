import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is sealed goes nowhere but into its row: Postgres keeps no samples of it for the planner (contract §14). */
export class SealedColumns1700000000019 implements MigrationInterface {
  name = 'SealedColumns1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [samples, keySamples]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of sealed)
      await runner.query(`alter table ${table} alter column ${column} set statistics -1`);
  }
}

const sealed = [
  ['card_vault', 'card_box'],
  ['card_vault', 'cvv_box'],
  ['personal_data', 'box'],
  ['personal_data', 'transfer_box'],
  ['configurations', 'secrets_box'],
  ['api_keys', 'secret_box'],
] as const;

/** A column that is given its type anew loses the samples taken before; without a default of another type, no row is touched. */
const withoutSamples = ([table, column]: (typeof sealed)[number]) =>
  `alter table ${table} alter column ${column} set statistics 0;
   alter table ${table} alter column ${column} type bytea`;

const samples = sealed
  .filter(([table]) => table !== 'api_keys')
  .map(withoutSamples)
  .join(';\n');

/** Its trigger names the column, and comes back as it was. */
const keySamples = `
do $$
declare
  definition constant text := (
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'api_keys'::regclass and tgname = 'api_keys_changed');
begin
  drop trigger api_keys_changed on api_keys;
  ${withoutSamples(['api_keys', 'secret_box'])};
  execute definition;
end $$`;
