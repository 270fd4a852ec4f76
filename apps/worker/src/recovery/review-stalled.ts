import type { Configuration } from '#domain/configuration/configuration';
import type { Database } from '#persistence/database';
import { raiseStalled } from '#persistence/transactions/raise-stalled';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

const raisedAtOnceMax = 100;
/** Maximum interval, although many transactions wait for their customers for days. */
const everyMsMax = 60_000;

/** Raises transactions without progress for review, in Postgres alone and independently of their workflows (contract §9). */
export function reviewStalled({
  database,
  log,
  configuration,
}: {
  readonly database: Database;
  readonly log: Logger;
  readonly configuration: () => Configuration;
}): Stoppable {
  return repeat('reviews of stalled transactions', {
    everyMs: Math.min(patienceOf(configuration()) / 10, everyMsMax),
    log,
    run: async () => {
      const patienceMs = patienceOf(configuration());
      const raised = await raiseStalled(database, { patienceMs, limit: raisedAtOnceMax });
      if (raised > 0) log.warn({ raised }, 'stalled transactions were raised for review');
    },
  });
}

/** The shortest time without progress that any project allows, in milliseconds. */
function patienceOf({ timing, projects }: Configuration): number {
  const all = [timing, ...Object.values(projects).map((project) => project.timing)];
  return Math.min(...all.map(({ unknownReviewMs }) => unknownReviewMs));
}
