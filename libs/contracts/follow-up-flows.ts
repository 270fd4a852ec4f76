import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';
import type { PlannedTiming } from '#domain/transaction/plan';
import { searchAttributes, searchAttributesOf } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

/** Passes transfer details on to the provider, whatever becomes of the payment's own flow meanwhile (contract §7). */
export type TransferFlowInput = {
  readonly identifier: string;
  /** How long the provider may take for one call, in milliseconds. */
  readonly callMs: number;
};

export const transferFlowType = 'transferFlow';

type FlowOfTransfer = {
  readonly identifier: string;
  readonly type: string;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly plan: { readonly timing: PlannedTiming };
};

/** Options of every start: the api's and the sweep's. The same id and `USE_EXISTING`: it is one flow. */
export function transferFlowOptions({ identifier, plan, ...subject }: FlowOfTransfer) {
  return {
    workflowId: `transfer/${identifier}`,
    taskQueue: transactionsQueue,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [TransferFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: searchAttributesOf(subject),
    staticSummary: `transfer details of ${subject.method} of ${subject.merchant}`,
  } as const;
}

/** Looks a payment up again that ended because its provider knew nothing of it (contract §9). */
export type LateLookupFlowInput = {
  readonly identifier: string;
  /** How long the provider may take for one call, in milliseconds. */
  readonly callMs: number;
};

export const lateLookupFlowType = 'lateLookupFlow';

/** Options of every start. The same id and `USE_EXISTING`: one at a time for each payment. */
export function lateLookupFlowOptions({ identifier, plan, ...subject }: FlowOfTransfer) {
  return {
    workflowId: `late-look-up/${identifier}`,
    taskQueue: transactionsQueue,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [LateLookupFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: searchAttributesOf(subject),
    staticSummary: `late look-up of ${subject.method} of ${subject.merchant}`,
  } as const;
}

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

/** A review is a flow of its own, so that it waits for a person whatever became of the payment's flow. */
export type ReviewFlowInput = { readonly identifier: string };

export const reviewFlowType = 'reviewFlow';

/** Something more about the same transaction needs a person. */
export const reviewRaised = defineSignal('reviewRaised');

/** What is open about a transaction, in words, and which reviews these are: a closing closes them and no other. */
export type DescribedReviews = { readonly text: string; readonly ids: readonly string[] };

export type ReviewSubject = {
  readonly identifier: string;
  readonly type: string;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: string;
};

/** Options of every start of a review flow: one per transaction, whoever starts it. */
export function reviewFlowOptions(subject: ReviewSubject) {
  const typedSearchAttributes: SearchAttributePair[] = [
    ...searchAttributesOf(subject),
    { key: searchAttributes.status, value: subject.status },
    { key: searchAttributes.needsReview, value: true },
  ];
  return {
    workflowId: `review/${subject.identifier}`,
    taskQueue: transactionsQueue,
    args: [{ identifier: subject.identifier }] as [ReviewFlowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes,
    staticSummary: `review of ${subject.method} of ${subject.merchant}`,
  } as const;
}
