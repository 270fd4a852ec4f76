import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Canceller } from '#domain/transaction/decide-end';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { Phase, ShownAttempt, State } from '#domain/transaction/state';
import type { TransactionSubject } from '#domain/transaction/transaction';
import { searchAttributes, searchAttributesOf } from './search-attributes.js';
import { summarizeSubject } from './summarize-subject.js';
import { transactionsQueue } from './task-queues.js';

/** Input of a transaction's workflow. Identifiers only: its history outlives the retention of personal data. */
export type TransactionWorkflowInput = {
  readonly type: TransactionType;
  readonly identifier: string;
  /** The status in its search attributes. */
  readonly status: string;
  readonly timing: PlannedTiming;
  /** Task queue of the first submit, if it is not the workflow's own. */
  readonly queue?: string;
  /** The provider inbox may hold reports that were not applied. */
  readonly isUnheard?: true;
  /** Its recorded state when the workflow was started anew: one that only waits need not ask first. */
  readonly known?: WorkflowState;
  /** What one operator has proposed and another may confirm, in words, as the run before showed it. */
  readonly proposal?: string | undefined;
};

/** The workflow types, as Temporal has recorded them. They never change. */
export const workflowTypes = { payment: 'paymentFlow', payout: 'payoutFlow' } as const satisfies Readonly<
  Record<TransactionType, string>
>;

export function paymentWorkflowId(identifier: string): string {
  return workflowIdOf('payment', identifier);
}

/** `payment/<identifier>` or `payout/<identifier>`. */
export function workflowIdOf(type: TransactionType, identifier: string): string {
  return `${type}/${identifier}`;
}

export type { Phase, ShownAttempt };

/** The recorded state of a transaction, and what its workflow is to do next. Older histories hold less. */
export type WorkflowState = Omit<State, 'leftMs' | 'attempts'> &
  Partial<Pick<State, 'leftMs' | 'attempts'>> & {
    /** Sent in this step: recovery signals when the first look-up is due, which saves the workflow a timer. */
    readonly isJustSent?: true;
    /** When started anew: the rest of the wait for the next look-up, in milliseconds. */
    readonly lookUpDueInMs?: number;
    /** Task queue of the next submit, if it is not the workflow's own. */
    readonly queue?: string;
    /** The provider was asked in this step, and gave no answer. */
    readonly isUnanswered?: true;
    /** What came of telling the merchant in the very step that ended it: a state of the event, or `untold`. */
    readonly told?: string | FirstAttempt;
  };

/** An attempt to tell the merchant that was made at once and has not settled it. */
export type FirstAttempt = {
  /** Its number. */
  readonly attempt: number;
  /** How long it may still go on, in milliseconds. */
  readonly leftMs: number;
  /** What came of it, for operations staff. */
  readonly said?: string;
};

/** Type of the failure that ends a workflow: no transaction has its identifier. */
export const notRegistered = 'NOT_REGISTERED';

/** Completes as soon as the merchant can be answered; the answer itself is read from Postgres. */
export const awaitFirstStep = defineUpdate<WorkflowState>('awaitFirstStep');

/** The hosted page was posted (recorded in Postgres before): completes when the provider's next step is known. */
export const awaitNextStep = defineUpdate<WorkflowState>('awaitNextStep');

/**
 * Ends a payment whose page was never posted, for the merchant also one that is still to be sent; one that may have been
 * sent is only asked about.
 */
export const cancelPayment = defineUpdate<WorkflowState>('cancelPayment');

/** A report is in the provider inbox. Carries nothing: the inbox is the truth. */
export const evidenceArrived = defineSignal('evidenceArrived');

/** Nothing was heard since it was sent, and the first look-up is due. */
export const lookUpDue = defineSignal('lookUpDue');

/** The page was posted or the bank was chosen, but the workflow was not told: recovery tells it. */
export const becameReady = defineSignal('becameReady');

/** The merchant's endpoint is no longer paused, or this callback is to test it: deliver it now. */
export const callbackReleased = defineSignal('callbackReleased');

/** A callback with a wrong signature came in: a reason to ask the provider once, and nothing else. */
export const callbackSuspected = defineSignal('callbackSuspected');

/** The bank that counts: the first one chosen; undefined if the payout has ended or never offered that bank. */
export type BankChoice = { readonly bankCode: string | undefined };

/**
 * Chooses the bank of a payout that offered several (specification §4); the first of several calls wins. `held`: its account
 * there is in another name, so that it is not sent until a person approves it.
 */
export const confirmBankCode = defineUpdate<BankChoice, [bankCode: string, held?: 'held']>('confirmBankCode');

/**
 * Ends a payout whose bank was never chosen, for the merchant also one that is still to be sent. An operator is refused
 * what may have been sent, the merchant is told its state.
 */
export const cancelPayout = defineUpdate<WorkflowState>('cancelPayout');

/** The same two, by whoever says who cancels. */
export const cancelBy = {
  payment: defineUpdate<WorkflowState, [by: Canceller]>(cancelPayment.name),
  payout: defineUpdate<WorkflowState, [by: Canceller]>(cancelPayout.name),
} as const satisfies Readonly<Record<TransactionType, unknown>>;

/** Characters (contract §5). */
export const bankCodeMax = 255;

/** What a transaction's workflow is started from: the same by api, checkout and recovery. */
export type WorkflowSubject = TransactionSubject & {
  readonly status: string;
  readonly provider: string | null | undefined;
  readonly plan: { readonly timing: PlannedTiming };
  /** Task queue of its first submit, if that is not the workflow's own. */
  readonly queue?: string | undefined;
  /** Its recorded state, if whoever starts it has looked and it only waits. */
  readonly known?: WorkflowState | undefined;
};

/**
 * Options of every start. The same id and `USE_EXISTING`: whoever starts it first, there is one. A closed one is started
 * anew, because something was found that is left to do.
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
    ...(known !== undefined && { known }),
  };
  return {
    workflowId: workflowIdOf(type, identifier),
    taskQueue: transactionsQueue,
    args: [input] as [TransactionWorkflowInput],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: attributes,
    // How long a frozen worker can hold a workflow task back from the others.
    workflowTaskTimeout: '5 seconds',
    staticSummary: summarizeSubject(subject),
  } as const;
}
