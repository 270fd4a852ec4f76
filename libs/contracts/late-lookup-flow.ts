import type { SearchAttributePair } from '@temporalio/common';
import { searchAttributes } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';
import type { FlowOfTransfer } from './transfer-flow.js';

/** Looks a payment up again that ended because its provider knew nothing of it (contract §9). */
export type LateLookupFlowInput = {
  readonly identifier: string;
  /** How long the provider may take for one call, in milliseconds. */
  readonly callMs: number;
};

export const lateLookupFlowType = 'lateLookupFlow';

/** Options of every start. The same id and `USE_EXISTING`: one at a time for each payment. */
export function lateLookupFlowOptions({ identifier, plan, ...subject }: FlowOfTransfer) {
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: searchAttributes.type, value: subject.type },
    { key: searchAttributes.merchant, value: subject.merchant },
    { key: searchAttributes.reference, value: subject.reference },
    { key: searchAttributes.method, value: subject.method },
  ];
  return {
    workflowId: `late-look-up/${identifier}`,
    taskQueue: transactionsQueue,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [LateLookupFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes,
    staticSummary: `late look-up of ${subject.method} of ${subject.merchant}`,
  } as const;
}
