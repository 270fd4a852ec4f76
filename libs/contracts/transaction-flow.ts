import type { SearchAttributePair } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { Phase, ShownAttempt, State } from '#domain/transaction/state';
import { searchAttributes, searchAttributesOf } from './search-attributes.js';
import { transactionsQueue } from './task-queues.js';

/** What the api, the checkout and the flow of a transaction say to each other. Identifiers only: history outlives retention. */
export type TransactionFlowInput = {
  readonly type: TransactionType;
  readonly identifier: string;
  /** What its search attributes were started with. */
  readonly status: string;
  readonly timing: PlannedTiming;
  /** Where the very first step is taken, when it is known to submit and not on the flow's own queue. */
  readonly queue?: string;
  /** Something in the provider inbox may not have been looked at. */
  readonly isUnheard?: true;
  /** Where it stood in the books when its flow was started anew: a flow that merely waits need not ask first. */
  readonly known?: WorkflowState;
};

/** The workflow type of each direction. */
export const flowTypes = { payment: 'paymentFlow', payout: 'payoutFlow' } as const satisfies Readonly<
  Record<TransactionType, string>
>;

export const paymentFlowType = flowTypes.payment;

export function paymentFlowId(identifier: string): string {
  return flowIdOf('payment', identifier);
}

/** `payment/<identifier>` or `payout/<identifier>`. */
export function flowIdOf(type: TransactionType, identifier: string): string {
  return `${type}/${identifier}`;
}

export type { Phase, ShownAttempt };

/** The state of a transaction as recorded in Postgres, and what its workflow does by it. Histories of before have less. */
export type WorkflowState = Omit<State, 'leftMs' | 'attempts'> &
  Partial<Pick<State, 'leftMs' | 'attempts'>> & {
    /** This very step sent it: the sweep says when the first look-up is due, which saves the flow a timer. */
    readonly isJustSent?: true;
    /** Of a flow that was started anew: the rest of the wait for the next look-up. */
    readonly lookUpDueInMs?: number;
    /** Where the next attempt is submitted, when not on the flow's own queue. */
    readonly queue?: string;
  };

/** Type of the failure that ends a workflow: there is no transaction of its identifier. */
export const notRegistered = 'NOT_REGISTERED';

/** Completes as soon as the merchant can be answered; the answer itself is read from Postgres. */
export const awaitFirstStep = defineUpdate<WorkflowState>('awaitFirstStep');

/** The hosted page was posted (recorded in Postgres before): completes when the provider's next step is known. */
export const awaitNextStep = defineUpdate<WorkflowState>('awaitNextStep');

/** Ends a payment whose page was never posted; one that may have been sent is only asked about. */
export const cancelPayment = defineUpdate<WorkflowState>('cancelPayment');

/** Something new waits in the provider inbox. Carries nothing: the inbox is the truth. */
export const evidenceArrived = defineSignal('evidenceArrived');

/** Nothing was heard of it since it was sent, and the first wait for a look-up is over. */
export const lookUpDue = defineSignal('lookUpDue');

/** The page was posted or the bank was chosen, and whoever did it could not say so: the sweep does. */
export const becameReady = defineSignal('becameReady');

/** The merchant's endpoint is no longer paused, or this callback is to try it: it is delivered now. */
export const callbackReleased = defineSignal('callbackReleased');

/** A callback with a wrong signature came in: worth one question to the provider, and nothing else. */
export const callbackSuspected = defineSignal('callbackSuspected');

/** The bank that counts: the first one that was chosen; none when the payout is over or never offered the one asked for. */
export type BankChoice = { readonly bankCode: string | undefined };

/** Chooses the bank of a payout that offered several (specification §4); the first of several calls wins. */
export const confirmBankCode = defineUpdate<BankChoice, [bankCode: string]>('confirmBankCode');

/** Ends a payout whose bank was never chosen: surely nothing was sent. */
export const cancelPayout = defineUpdate<WorkflowState>('cancelPayout');

/** Contract §5: any string of this length. */
export const bankCodeMax = 255;

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
    ...searchAttributesOf(subject),
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
