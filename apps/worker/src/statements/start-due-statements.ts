import type { Configuration } from '#domain/configuration/configuration';
import { dueDays, latestDueDay } from '#domain/statements/due-days';
import { statementWorkflowOptions, statementWorkflowType } from '#contracts/statement-workflows';
import { lastCoveredDay } from '#persistence/statements/due-differences';
import { startMissing } from '../recovery/reach-workflow.js';
import { ensureAll, type RecoveryDependencies } from '../recovery/recover-workflows.js';
import type { ReachFinance } from './reach-finance.js';

/**
 * Starts the workflow of each day whose statement is due at a provider (contract §16.2): one per MID and day. One that waits for
 * its provider runs already; one that was lost is started again as long as its day is due. Throws `StatementsClosed`.
 */
export async function startDueStatements(
  dependencies: RecoveryDependencies & {
    readonly reachFinance: ReachFinance;
    readonly configuration: () => Configuration;
  },
  now = new Date(),
): Promise<void> {
  const { client, database, reachFinance, configuration } = dependencies;
  const due = [];
  for (const [mid, { statement }] of Object.entries(configuration().mids)) {
    if (statement?.source !== 'provider') continue;
    const days = dueDays(latestDueDay(statement, now), await lastCoveredDay(database, mid));
    due.push(...days.map((day) => ({ identifier: `${mid} ${day}`, mid, day })));
  }
  if (due.length > 0) await reachFinance();
  await ensureAll(dependencies, 'statement', due, (subject) =>
    startMissing(client, statementWorkflowType, statementWorkflowOptions(subject)),
  );
}
