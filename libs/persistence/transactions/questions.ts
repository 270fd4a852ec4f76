import type { Database } from '../database.js';

/** Questions beside the schedule. The answer to a cancel also answers a look-up. */
export type Question = 'lookUp' | 'cancel';

/** Questions within this time share one answer. */
const sharedSeconds = 5;

export type QuestionTaken = {
  /** False if a process has asked the same within `sharedSeconds`. */
  readonly isTaken: boolean;
  /** Whether the latest question about the transaction had no answer. */
  readonly isUnanswered: boolean;
};

/** Takes the right to ask the provider about this transaction, once in five seconds over all processes. */
export async function takeQuestion(
  database: Database,
  identifier: string,
  question: Question,
): Promise<QuestionTaken> {
  const [row] = await database.sql<QuestionTaken[]>`
    with taken as (
      update recoveries set asked_at = now(),
        cancel_asked_at = case when ${question} = 'cancel' then now() else cancel_asked_at end
      where identifier = ${identifier}
        and case when ${question} = 'cancel' then cancel_asked_at else asked_at end
          <= now() - ${sharedSeconds} * interval '1 second'
      returning identifier
    )
    select exists (select from taken) or not exists (select from recoveries where identifier = ${identifier}) as "isTaken",
      coalesce((select answer = 'no_answer' from lookups where identifier = ${identifier} order by id desc limit 1),
        false) as "isUnanswered"`;
  return row ?? { isTaken: true, isUnanswered: false };
}

/** Gives the right back if the provider was not asked. */
export async function giveQuestionBack(database: Database, identifier: string): Promise<void> {
  await database.sql`
    update recoveries set asked_at = '-infinity', cancel_asked_at = '-infinity' where identifier = ${identifier}`;
}
