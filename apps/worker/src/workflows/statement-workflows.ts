import {
  allHandlersFinished,
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { carryOver } from '#contracts/carry-over';
import { faultsOf } from '#contracts/operator-updates';
import { searchAttributes } from '#contracts/search-attributes';
import {
  differenceChanged,
  explainDifference,
  matchDifference,
  writeDifferenceOff,
  type DescribedDifference,
  type DifferenceDecision,
  type DifferenceWorkflowInput,
  type StatementWorkflowInput,
} from '#contracts/statement-workflows';
import { lookUpsQueue } from '#contracts/task-queues';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { bookkeeping, heartbeatTimeout } from './activity-proxies.js';
import { refuseInWords, refuseUnless } from './refuse.js';
import { startNewRun } from './start-new-run.js';

const { describeDifference, decideDifference } = proxyActivities<TransactionActivities>(bookkeeping);

/** A signal may be lost: without one the workflow looks this often whether a line has closed its difference. */
const lookAgainAfter = '1 hour';

/**
 * A difference between a statement and the books (contract §16.4). Listed by the search attribute `NeedsReview` until a line or a
 * person closes it. What a person decides is recorded with name, reason and evidence, and never changes a transaction.
 */
export async function differenceWorkflow({ id }: DifferenceWorkflowInput): Promise<void> {
  let shown: DescribedDifference | undefined;
  let isStale = true;
  let isAskedToCarryOver = false;
  setHandler(differenceChanged, () => void (isStale = true), {
    description: 'A line or a command has changed the difference.',
  });
  setHandler(carryOver, () => void (isAskedToCarryOver = true), {
    description: 'A release asks for a new run, on the current version of the worker.',
  });
  const decide = async (decision: DifferenceDecision) => {
    const said = await decideDifference(id, decision).catch(refuseInWords);
    isStale = true;
    return said;
  };
  const validator = (word: Readonly<Record<string, unknown>>) => {
    const faults = faultsOf(word, ['operator', 'reason', 'evidence']);
    refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
    refuseUnless(shown?.isOpen !== false, 'The difference is closed already.');
  };
  setHandler(explainDifference, (word) => decide({ ...word, kind: 'explain' }), {
    description:
      'Closes it with an explanation: { "operator": "...", "reason": "...", "evidence": "..." }. Nothing is posted but that it is explained.',
    validator,
  });
  setHandler(matchDifference, (word) => decide({ ...word, kind: 'matchTo' }), {
    description:
      'Says what the line stands for, with "operator", "reason", "evidence" and "to": the identifier of a transaction, or, of a ' +
      "settlement, the id of the bank's line. The amount must be the same.",
    validator: (word) => {
      validator(word);
      refuseUnless(faultsOf(word, ['to']).length === 0, 'Required: to.');
    },
  });
  setHandler(writeDifferenceOff, (word) => decide({ ...word, kind: 'writeOff' }), {
    description:
      'Books what is unexplained as a loss or a gain, with "operator", "reason" and "evidence". A second operator sends the same.',
    validator,
  });
  const isLong = () => isAskedToCarryOver || workflowInfo().continueAsNewSuggested;
  for (;;) {
    isStale = false;
    const described = await describeDifference(id);
    shown = described;
    setCurrentDetails(described.text);
    if (!described.isOpen) break;
    await condition(() => isStale || (isLong() && allHandlersFinished()), lookAgainAfter);
    if (isLong() && !isStale && allHandlersFinished()) await startNewRun({ id });
  }
  upsertSearchAttributes([{ key: searchAttributes.needsReview, value: false }]);
  await condition(allHandlersFinished);
}

/**
 * Reads the statement of one day and imports it (contract §16.2), however long the provider is away. Only the differences that
 * it would show wait for it.
 */
export async function statementWorkflow({ mid, day }: StatementWorkflowInput): Promise<string> {
  const { importDay } = proxyActivities<LookUpActivities>({
    taskQueue: lookUpsQueue,
    startToCloseTimeout: '2 hours',
    heartbeatTimeout,
    retry: { initialInterval: '10 seconds', maximumInterval: '15 minutes' },
    summary: 'read the statement of the day, and import it',
  });
  setCurrentDetails(`Asking for the statement of ${day}, until it is imported.`);
  const outcome = await importDay(mid, day);
  setCurrentDetails(outcome);
  return outcome;
}
