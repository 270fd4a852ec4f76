import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';
import type { ShownReview } from '#domain/reviews/describe-review';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionSubject } from '#domain/transaction/transaction';
import { searchAttributes, searchAttributesOf } from './search-attributes.js';
import { summarizeSubject } from './summarize-subject.js';
import { transactionsQueue } from './task-queues.js';

/*
 * Workflows beside the one of a transaction. Each may be started several times: with the same id and `USE_EXISTING` there is
 * one. The workflow types are recorded in Temporal and never change.
 */
const once = {
  taskQueue: transactionsQueue,
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;

type PlannedSubject = TransactionSubject & { readonly plan: { readonly timing: PlannedTiming } };

/** Passes transfer details on to the provider, independently of the payment's workflow (contract §7). */
export type TransferWorkflowInput = {
  readonly identifier: string;
  /** Time limit of one call to the provider, in milliseconds. */
  readonly callMs: number;
};

export const transferWorkflowType = 'transferFlow';

export function transferWorkflowOptions({ identifier, plan, ...subject }: PlannedSubject) {
  return {
    ...once,
    workflowId: `transfer/${identifier}`,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [TransferWorkflowInput],
    typedSearchAttributes: searchAttributesOf(subject),
    staticSummary: `transfer details of ${summarizeSubject(subject)}`,
  };
}

/** Looks up once more a payment that ended because its provider did not know it, or with success (contract §9). */
export type LateLookupWorkflowInput = TransferWorkflowInput;

export const lateLookupWorkflowType = 'lateLookupFlow';

export function lateLookupWorkflowOptions({ identifier, plan, ...subject }: PlannedSubject) {
  return {
    ...once,
    workflowId: `late-look-up/${identifier}`,
    args: [{ identifier, callMs: plan.timing.lookupCallMs }] as [LateLookupWorkflowInput],
    typedSearchAttributes: searchAttributesOf(subject),
    staticSummary: `late look-up of ${summarizeSubject(subject)}`,
  };
}

/** Sends a callback of a final transaction once more: `callback/<event_id>/<n>` (contract §7). */
export type RedeliveryWorkflowInput = {
  readonly identifier: string;
  /** Absent in older histories: the transaction has no other event. */
  readonly eventId?: string;
};

/** Result of the activity if the merchant has accepted the callback. */
export const acceptedIt = 'accepted it';

export const redeliveryWorkflowType = 'redeliveryFlow';

/** Options of the `n`th redelivery. The start fails if a workflow with the same number runs, which is a different redelivery. */
export function redeliveryWorkflowOptions({
  identifier,
  eventId,
  n,
}: {
  readonly identifier: string;
  readonly eventId: string;
  readonly n: number;
}) {
  return {
    ...once,
    workflowIdConflictPolicy: 'FAIL',
    workflowId: `callback/${eventId}/${n}`,
    args: [{ identifier, eventId }] as [RedeliveryWorkflowInput],
    staticSummary: 'a callback, once more',
  } as const;
}

/** The reviews of a transaction wait for an operator independently of the transaction's workflow. */
export type ReviewWorkflowInput = { readonly identifier: string };

export const reviewWorkflowType = 'reviewFlow';

/** A further review of the same transaction was raised. */
export const reviewRaised = defineSignal('reviewRaised');

/** The open reviews of a transaction in words, with their ids: a closing applies to these reviews only. */
export type DescribedReviews = { readonly text: string; readonly ids: readonly string[] };

/**
 * The open reviews of a transaction at one moment. `changes` is the number of reviews raised and closed before. It only grows:
 * of two signals in the wrong order, the one with the larger number holds.
 */
export type ReviewsNow = { readonly open: readonly ShownReview[]; readonly changes: number };

/** A review of the transaction was raised or closed: its own page says so. */
export const reviewsChanged = defineSignal<[ReviewsNow]>('reviewsChanged');

/** `review/<identifier>`. */
export function reviewWorkflowId(identifier: string): string {
  return `review/${identifier}`;
}

export function reviewWorkflowOptions(subject: TransactionSubject & { readonly status: string }) {
  const typedSearchAttributes: SearchAttributePair[] = [
    ...searchAttributesOf(subject),
    { key: searchAttributes.status, value: subject.status },
    { key: searchAttributes.needsReview, value: true },
  ];
  return {
    ...once,
    workflowId: reviewWorkflowId(subject.identifier),
    args: [{ identifier: subject.identifier }] as [ReviewWorkflowInput],
    typedSearchAttributes,
    staticSummary: `review of ${summarizeSubject(subject)}`,
  };
}
