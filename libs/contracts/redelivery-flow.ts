import { transactionsQueue } from './task-queues.js';

/** Sends the callback of a transaction that is over once more: `callback/<event_id>/<n>` (contract §7). */
export type RedeliveryFlowInput = { readonly identifier: string };

/** What the activity answers when the merchant has taken the callback. */
export const acceptedIt = 'accepted it';

export const redeliveryFlowType = 'redeliveryFlow';

/** Options of the `n`th sending; one that runs under the same number is another sending, never this one. */
export function redeliveryFlowOptions(it: {
  readonly identifier: string;
  readonly eventId: string;
  readonly n: number;
}) {
  return {
    workflowId: `callback/${it.eventId}/${it.n}`,
    taskQueue: transactionsQueue,
    args: [{ identifier: it.identifier }] as [RedeliveryFlowInput],
    workflowIdConflictPolicy: 'FAIL',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    staticSummary: 'a callback, once more',
  } as const;
}
