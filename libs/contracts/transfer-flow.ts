import type { SearchAttributePair } from '@temporalio/common';
import type { PlannedTiming } from '#domain/transaction/plan';
import { searchAttributes } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

/** Passes transfer details on to the provider, whatever becomes of the payment's own flow meanwhile (contract §7). */
export type TransferFlowInput = {
  readonly identifier: string;
  /** How long the provider may take for one call, in milliseconds. */
  readonly callMs: number;
};

export const transferFlowType = 'transferFlow';

export type FlowOfTransfer = {
  readonly identifier: string;
  readonly type: string;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly plan: { readonly timing: PlannedTiming };
};

/** Options of every start: the api's and the sweep's. The same id and `USE_EXISTING`: it is one flow. */
export function transferFlowOptions({ identifier, plan, ...subject }: FlowOfTransfer) {
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: searchAttributes.type, value: subject.type },
    { key: searchAttributes.merchant, value: subject.merchant },
    { key: searchAttributes.reference, value: subject.reference },
    { key: searchAttributes.method, value: subject.method },
  ];
  return {
    workflowId: `transfer/${identifier}`,
    taskQueue: transactionsQueue,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [TransferFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes,
    staticSummary: `transfer details of ${subject.method} of ${subject.merchant}`,
  } as const;
}
