import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';
import { searchAttributes } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

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
    { key: searchAttributes.type, value: subject.type },
    { key: searchAttributes.merchant, value: subject.merchant },
    { key: searchAttributes.reference, value: subject.reference },
    { key: searchAttributes.method, value: subject.method },
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
