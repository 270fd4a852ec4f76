import type { SearchAttributePair } from '@temporalio/common';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import { flowIdOf, type WorkflowState, type TransactionFlowInput } from './transaction-flow.js';
import { searchAttributes } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

/** What the flow of a payment is started from: the same values whoever starts it, the api, the checkout or the sweep. */
export type FlowSubject = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: string;
  readonly provider: string | null | undefined;
  readonly plan: { readonly timing: PlannedTiming };
  /** Where its first attempt is submitted, when that is known and not the flow's own queue. */
  readonly queue?: string | undefined;
  /** Where it stands, when whoever starts its flow has looked and it merely waits. */
  readonly known?: WorkflowState | undefined;
};

/**
 * Options of every start of a payment flow. The same id and `USE_EXISTING`: whoever comes first, it is one flow. A
 * closed one is started anew, because whoever starts it has found something left to do.
 */
export function flowOptions(subject: FlowSubject) {
  const attributes: SearchAttributePair[] = [
    { key: searchAttributes.type, value: subject.type },
    { key: searchAttributes.merchant, value: subject.merchant },
    { key: searchAttributes.reference, value: subject.reference },
    { key: searchAttributes.method, value: subject.method },
    { key: searchAttributes.status, value: subject.status },
  ];
  if (subject.provider) attributes.push({ key: searchAttributes.provider, value: subject.provider });
  const { type, identifier, status, plan, queue, known } = subject;
  const input: TransactionFlowInput = {
    type,
    identifier,
    status,
    timing: plan.timing,
    ...(queue !== undefined && { queue }),
    ...(known !== undefined && { known }),
  };
  return {
    workflowId: flowIdOf(type, identifier),
    taskQueue: transactionsQueue,
    args: [input] as [TransactionFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: attributes,
    // A frozen worker that was handed a task keeps it from the others for so long, and no longer.
    workflowTaskTimeout: '5 seconds',
    staticSummary: `${subject.method} of ${subject.merchant}`,
  } as const;
}
