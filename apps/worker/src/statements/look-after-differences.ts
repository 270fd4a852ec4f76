import type { Client } from '@temporalio/client';
import type { Configuration } from '#domain/configuration/configuration';
import { callbackSuspected, workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
import {
  differenceChanged,
  differenceWorkflowOptions,
  differenceWorkflowType,
} from '#contracts/statement-workflows';
import { explainDifference } from '#persistence/statements/decide-difference';
import {
  findClosedDifferences,
  findEndedSince,
  findReviewedDifferences,
  settleDifferences,
  takeDueDifferences,
  type DueDifference,
} from '#persistence/statements/due-differences';
import {
  listPaidByLines,
  raiseStatementReviews,
  recordToldReversals,
} from '#persistence/statements/follow-statements';
import { rematchLines } from '#persistence/statements/rematch';
import { takeSuspicions, type Suspicion } from '#persistence/transactions/suspicions';
import type { Turn } from '#runtime/repeat';
import { signalRunning, startMissing } from '../recovery/reach-workflow.js';
import { ensureAll, type RecoveryDependencies } from '../recovery/recover-workflows.js';
import type { ReachFinance } from './reach-finance.js';

const atOnceMax = 100;
/** If a line says that an open transaction is paid, its provider is asked; a person is asked only after this time. */
const patienceMs = 15 * 60_000;

export type DifferenceDependencies = RecoveryDependencies & {
  readonly reachFinance: ReachFinance;
  readonly configuration: () => Configuration;
};

/** Ensures that the workflow `difference/<id>` runs for each open difference that has one (contract §16.4). */
export async function ensureDifferences(dependencies: DifferenceDependencies): Promise<Turn> {
  const { client, database, ladderMs, log } = dependencies;
  const due = await takeDueDifferences(database, atOnceMax);
  const ensured = await ensureAll(
    dependencies,
    'difference',
    due.map((one) => ({ ...one, identifier: one.id })),
    (one) => {
      const options = differenceWorkflowOptions({ id: one.id, summary: sayBriefly(one) });
      return startMissing(client, differenceWorkflowType, options);
    },
  );
  const ids = ensured.map(({ id }) => id);
  await settleDifferences(database, ids, ladderMs());
  for (const { id, class: of, account, step } of ensured)
    if (step === 0) log.warn({ difference: id, class: of, account }, 'a statement differs from the books');
  return ensured.length > 0 && due.length === atOnceMax ? 'more' : 'done';
}

/**
 * Follows what lines say of transactions (contract §16.4): reversals are recorded, the providers of open ones are asked, and what
 * contradicts the books is a review of its transaction, whose closing explains the difference. Lines that have waited for that are
 * then matched again.
 */
export async function followStatements(dependencies: DifferenceDependencies): Promise<void> {
  const { database, reachFinance, client, configuration } = dependencies;
  const recorded = await recordToldReversals(database, { limit: atOnceMax });
  const paid = await listPaidByLines(database);
  const { suspectedLookupMs } = configuration().timing;
  for (const suspicion of await takeSuspicions(database, paid, suspectedLookupMs))
    if (suspicion.isTaken) await askForLookUp(client, suspicion);
  await raiseStatementReviews(database, { patienceMs });
  for (const mid of new Set([...recorded, ...(await findEndedSince(database))]))
    await rematchLines(await reachFinance(), mid);
  for (const { id, ...closed } of await findReviewedDifferences(database))
    await explainDifference(await reachFinance(), {
      difference: id,
      ...closed,
      evidence: 'the review of its transaction',
    });
}

/** If Temporal cannot be reached, it is looked up on schedule. */
async function askForLookUp(client: Client, suspicion: Suspicion): Promise<void> {
  await client.workflow
    .signalWithStart(workflowTypes[suspicion.type], {
      ...workflowOptions(suspicion),
      signal: callbackSuspected,
    })
    .catch(() => undefined);
}

/** Tells the workflows of differences that a line or a command has closed. */
export function createClosingTeller({ database, client }: DifferenceDependencies): () => Promise<void> {
  let told: Date | undefined;
  return async () => {
    const { ids, until } = await findClosedDifferences(database, told);
    for (const id of ids)
      await signalRunning(client, differenceWorkflowType, {
        ...differenceWorkflowOptions({ id, summary: '' }),
        signal: differenceChanged,
      });
    told = until;
  };
}

function sayBriefly({ class: of, account, onDay, amount, currency, count }: DueDifference): string {
  const money = amount === null ? '' : `, ${amount} ${currency ?? ''}`.trimEnd();
  return `${of.replaceAll('_', ' ')}: ${account}, ${onDay}${money}${count > 1 ? `, ${count} lines` : ''}`;
}
