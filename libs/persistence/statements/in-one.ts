import type { QueryRunner } from 'typeorm';
import type { Database } from '../database.js';

/** For plans of very many rows at once. No day of lines takes ten minutes. */
const settings = `set local statement_timeout = '10min'; set local work_mem = '128MB'; set local jit = off;
  set local plan_cache_mode = force_custom_plan`;

/**
 * One database transaction in which lines are matched, while no other one is: those of the bank and of MIDs meet at the
 * settlements. `isUndone`: everything is done and nothing kept.
 */
export async function inOne<Result>(
  runner: QueryRunner,
  work: () => Promise<Result>,
  isUndone = false,
): Promise<Result> {
  await runner.startTransaction();
  try {
    await runner.query(settings);
    await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 16))', ['statements']);
    const result = await work();
    if (isUndone) await runner.rollbackTransaction();
    else await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/** The same on a connection of its own. */
export async function inOneOf<Result>(
  database: Database,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = database.createQueryRunner();
  try {
    await runner.connect();
    return await inOne(runner, () => work(runner));
  } finally {
    await runner.release();
  }
}
