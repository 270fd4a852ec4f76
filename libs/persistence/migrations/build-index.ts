import type { QueryRunner } from 'typeorm';

export type Index = {
  readonly name: string;
  /** Table, columns and condition: `events (state) where finished_at is null`. */
  readonly on: string;
  readonly isUnique?: boolean;
};

/**
 * Builds an index while everything goes on, in a migration with `transaction = false`. It may be repeated after a death
 * anywhere: an index that was left half built, which Postgres keeps up and never reads, is built anew.
 */
export async function buildIndex(runner: QueryRunner, { name, on, isUnique = false }: Index): Promise<void> {
  const question = `select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass('${name}')`;
  const [found] = (await runner.query(question)) as { readonly isWhole: boolean }[];
  if (found?.isWhole) return;
  if (found) await runner.query(`drop index concurrently ${name}`);
  await runner.query(`create ${isUnique ? 'unique index' : 'index'} concurrently ${name} on ${on}`);
}
