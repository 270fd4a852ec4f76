import type { Database } from '../database.js';

/** Written after the answer went out, so that a crash in between errs towards a harmless re-join (contract §4). */
export async function markAnswered(database: Database, identifiers: readonly string[]): Promise<void> {
  await database.sql`update answers set state = 'answered' where identifier = any(${identifiers}::uuid[])`;
}

/**
 * The callers got a 504 or hung up: the same content may re-join. An answer given to anyone else stays given. Returns
 * those that are registered.
 */
export async function markTimedOut(
  database: Database,
  identifiers: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.sql<{ identifier: string }[]>`
    with marked as (
      update answers set state = 'timed_out' where identifier = any(${identifiers}::uuid[]) and state = 'open'
    )
    select identifier from answers where identifier = any(${identifiers}::uuid[])`;
  return rows.map(({ identifier }) => identifier);
}

/**
 * A re-join is about to be answered: for so many milliseconds, or until its answer got lost, others with the same
 * content are duplicates.
 */
export async function markAnswering(database: Database, identifier: string, forMs: number): Promise<void> {
  await database.sql`
    update answers set state = 'open', open_until = now() + ${forMs}::float8 * interval '1 millisecond'
    where identifier = ${identifier} and state <> 'answered'`;
}
