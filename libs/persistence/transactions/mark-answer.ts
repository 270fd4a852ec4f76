import type { Database } from '../database.js';

/** Written after the answer went out, so that a crash in between errs towards a harmless re-join (contract §4). */
export async function markAnswered(database: Database, identifier: string): Promise<void> {
  await database.sql`update answers set state = 'answered' where identifier = ${identifier}`;
}

/** The caller got a 504 or hung up: the same content may re-join. An answer given to anyone else stays given. */
export async function markTimedOut(database: Database, identifier: string): Promise<void> {
  await database.sql`
    update answers set state = 'timed_out' where identifier = ${identifier} and state = 'open'`;
}

/** A re-join is about to be answered: until then, or until its answer got lost, others with the same content are duplicates. */
export async function markAnswering(database: Database, identifier: string, openUntil: Date): Promise<void> {
  await database.sql`
    update answers set state = 'open', open_until = ${openUntil}
    where identifier = ${identifier} and state <> 'answered'`;
}
