import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Canceller } from '#domain/transaction/decide-end';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionSubject } from '#domain/transaction/transaction';
import type { ReviewsNow } from './follow-up-workflows.js';
import { searchAttributes, searchAttributesOf } from './search-attributes.js';
import { encodeStep, type RecordedStep, type StepResult, type WorkflowState } from './step-result.js';
import { summarizeSubject } from './summarize-subject.js';
import { transactionsQueue } from './task-queues.js';

/** Input of a transaction's workflow. Identifiers only: its history outlives the retention of personal data. */
export type TransactionWorkflowInput = {
  readonly type: TransactionType;
  readonly identifier: string;
  /** The status in its search attributes. */
  readonly status: string;
  readonly timing: PlannedTiming;
  /** Task queue of the first submit; undefined: the queue of the workflow itself. */
  readonly queue?: string;
  /** The provider inbox may hold unread reports. Keeps the name that histories have. */
  readonly isUnheard?: true;
  /** Its recorded state when it was started again: a workflow that only waits need not load it first. */
  readonly known?: RecordedStep;
  /** The proposal of an operator that awaits a second one, in words, as the previous run showed it. */
  readonly proposal?: string | undefined;
  /** Its reviews, as the previous run showed them. */
  readonly reviews?: ReviewsNow | undefined;
};

/** The workflow types, as Temporal has recorded them. They never change. */
export const workflowTypes = {
  payment: 'paymentFlow',
  payout: 'payoutFlow',
  refund: 'refundFlow',
} as const satisfies Readonly<Record<TransactionType, string>>;

export function paymentWorkflowId(identifier: string): string {
  return workflowIdOf('payment', identifier);
}

/** `payment/<identifier>`, `payout/<identifier>` or `refund/<identifier>`. */
export function workflowIdOf(type: TransactionType, identifier: string): string {
  return `${type}/${identifier}`;
}

/** Type of the failure that ends a workflow: no transaction has its identifier. */
export const notRegistered = 'NOT_REGISTERED';

/** Completes as soon as the merchant can be answered; the answer itself is read from Postgres. */
export const awaitFirstStep = defineUpdate<WorkflowState>('awaitFirstStep');

/** The hosted page was posted (recorded in Postgres before): completes when the provider's next step is known. */
export const awaitNextStep = defineUpdate<WorkflowState>('awaitNextStep');

/**
 * Ends a payment whose page was never posted, or, if the merchant cancels, one that was not sent yet. The provider of a
 * payment that may have been sent is asked to cancel.
 */
export const cancelPayment = defineUpdate<AnsweredState>('cancelPayment');

/** `isUnanswered`: the provider was asked and gave no answer. */
export type AnsweredState = WorkflowState & { readonly isUnanswered?: true };

/** A report is in the provider inbox. Has no content: the inbox is the truth. */
export const reportArrived = defineSignal('evidenceArrived');

/** No report has arrived since the submit, and the first look-up is due. */
export const lookUpDue = defineSignal('lookUpDue');

/** The page was posted or the bank was chosen. Sent by recovery, in case the update was lost. */
export const inputReceived = defineSignal('becameReady');

/** The merchant's endpoint is no longer paused, or this callback is the one that tests it: deliver it now. */
export const callbackReleased = defineSignal('callbackReleased');

/** A callback with a wrong signature arrived: the provider is asked once, and nothing else follows. */
export const callbackSuspected = defineSignal('callbackSuspected');

/** The bank that was chosen first; undefined if the payout has ended or never offered that bank. */
export type BankChoice = { readonly bankCode: string | undefined };

/**
 * Chooses the bank of a payout that offered several (specification §4); the first of several calls wins. `held`: the account
 * at that bank is in another name, so the payout is not sent until a person approves it.
 */
export const confirmBankCode = defineUpdate<BankChoice, [bankCode: string, held?: 'held']>('confirmBankCode');

/**
 * Ends a payout whose bank was never chosen, or, if the merchant cancels, one that was not sent yet. For a payout that may
 * have been sent an operator is refused, and a merchant gets its current state.
 */
export const cancelPayout = defineUpdate<AnsweredState>('cancelPayout');

/** Ends a refund that is held or waits for its turn, or, if the merchant cancels, one that was not sent yet. */
export const cancelRefund = defineUpdate<AnsweredState>('cancelRefund');

/** The same updates, with the party that cancels. */
export const cancelBy = {
  payment: defineUpdate<AnsweredState, [by: Canceller]>(cancelPayment.name),
  payout: defineUpdate<AnsweredState, [by: Canceller]>(cancelPayout.name),
  refund: defineUpdate<AnsweredState, [by: Canceller]>(cancelRefund.name),
} as const satisfies Readonly<Record<TransactionType, unknown>>;

/** Characters (contract §5). */
export const bankCodeMax = 255;

/** What api, checkout and recovery start a transaction's workflow from. */
export type WorkflowSubject = TransactionSubject & {
  readonly status: string;
  readonly provider: string | null | undefined;
  readonly plan: { readonly timing: PlannedTiming };
  /** Task queue of its first submit; undefined: the queue of the workflow itself. */
  readonly queue?: string | undefined;
  /** Its recorded state, if the caller has loaded it and the transaction only waits. */
  readonly known?: StepResult | undefined;
};

/**
 * Options of every start. With the same id and `USE_EXISTING` there is one workflow per transaction. A closed one is started
 * again, because something that is left to do was found.
 */
export function workflowOptions(subject: WorkflowSubject) {
  const attributes: SearchAttributePair[] = [
    ...searchAttributesOf(subject),
    { key: searchAttributes.status, value: subject.status },
  ];
  if (subject.provider) attributes.push({ key: searchAttributes.provider, value: subject.provider });
  const { type, identifier, status, plan, queue, known } = subject;
  const input: TransactionWorkflowInput = {
    type,
    identifier,
    status,
    timing: plan.timing,
    ...(queue !== undefined && { queue }),
    ...(known !== undefined && { known: encodeStep(known) }),
  };
  return {
    workflowId: workflowIdOf(type, identifier),
    taskQueue: transactionsQueue,
    args: [input] as [TransactionWorkflowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: attributes,
    // Limits how long a frozen worker can hold a workflow task.
    workflowTaskTimeout: '5 seconds',
    staticSummary: summarizeSubject(subject),
  } as const;
}
