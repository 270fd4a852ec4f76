import { defineSignal, defineUpdate } from '@temporalio/workflow';
import { searchAttributes } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

/*
 * Workflows of statements (contract §16). Each may be started several times: with the same id and `USE_EXISTING` there is
 * one. The workflow types are recorded in Temporal and never change.
 */
const once = {
  taskQueue: transactionsQueue,
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;

/** Reads what a MID's provider tells of one day, and imports it. */
export type StatementWorkflowInput = {
  readonly mid: string;
  /** `YYYY-MM-DD`, in the time zone of the MID's statements. */
  readonly day: string;
};

export const statementWorkflowType = 'statementFlow';

export function statementWorkflowOptions({ mid, day }: StatementWorkflowInput) {
  return {
    ...once,
    workflowId: `statement/${mid}/${day}`,
    args: [{ mid, day }] as [StatementWorkflowInput],
    staticSummary: `statement of ${mid}, ${day}`,
  };
}

/** A difference between a statement and the books waits for a line, or for a person. */
export type DifferenceWorkflowInput = { readonly id: string };

export const differenceWorkflowType = 'differenceFlow';

/** A line has come, or a person has worked on it by a command. */
export const differenceChanged = defineSignal('differenceChanged');

export function differenceWorkflowOptions({
  id,
  summary,
}: DifferenceWorkflowInput & { readonly summary: string }) {
  return {
    ...once,
    workflowId: `difference/${id}`,
    args: [{ id }] as [DifferenceWorkflowInput],
    typedSearchAttributes: [{ key: searchAttributes.needsReview, value: true }],
    staticSummary: summary,
  };
}

/** A person's word on a difference; each has a name, a reason and what the person has seen. */
export type DifferenceWord = {
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};

/** What a line stands for in a person's eyes. */
export type MatchWord = DifferenceWord & {
  /** Identifier of the transaction; of a settlement the id of the bank's line. */
  readonly to: string;
};

/** Each returns a sentence for people. A write-off needs a second operator, who sends the same. */
export const explainDifference = defineUpdate<string, [DifferenceWord]>('explain');
export const matchDifference = defineUpdate<string, [MatchWord]>('matchTo');
export const writeDifferenceOff = defineUpdate<string, [DifferenceWord]>('writeOff');

export type DifferenceDecision =
  ({ readonly kind: 'explain' | 'writeOff' } & DifferenceWord) | ({ readonly kind: 'matchTo' } & MatchWord);

/** A difference in words, and whether it still waits. */
export type DescribedDifference = { readonly text: string; readonly isOpen: boolean };
