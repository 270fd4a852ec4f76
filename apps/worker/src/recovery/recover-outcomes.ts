import type { Client } from '@temporalio/client';
import { lateLookupFlowOptions, lateLookupFlowType } from '#contracts/follow-up-flows';
import type { Configuration } from '#domain/configuration';
import type { Database } from '#persistence/database';
import { takeDueLateLookups } from '#persistence/transactions/late-lookups';
import { raiseStalled } from '#persistence/transactions/raise-stalled';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '../repeat.js';

const lookEveryMs = 2_000;
const atOnceMax = 100;
/** Among many that wait for their customers for days. */
const stalledEveryMsMax = 60_000;

/** What the books alone bring back to mind, whatever became of any flow (contract §9). */
export function recoverOutcomes({
  database,
  client,
  log,
  configuration,
}: {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  readonly configuration: () => Configuration;
}): readonly Stoppable[] {
  return [
    repeat('review of what stalled', {
      everyMs: Math.min(patienceOf(configuration()) / 10, stalledEveryMsMax),
      log,
      run: async () => {
        const patienceMs = patienceOf(configuration());
        const raised = await raiseStalled(database, { patienceMs, limit: atOnceMax });
        if (raised > 0) log.warn({ raised }, 'no progress for too long');
      },
    }),
    repeat('late look-ups', {
      everyMs: lookEveryMs,
      log,
      run: async () => {
        for (const due of await takeDueLateLookups(database, { limit: atOnceMax }))
          await client.workflow.start(lateLookupFlowType, lateLookupFlowOptions(due));
      },
    }),
  ];
}

/** The shortest time that any project lets pass without progress. */
function patienceOf({ timing, projects }: Configuration): number {
  const all = [timing, ...Object.values(projects).map((project) => project.timing)];
  return Math.min(...all.map(({ unknownReviewMs }) => unknownReviewMs));
}
