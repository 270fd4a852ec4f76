import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { Phase, ShownAttempt, State } from '#domain/transaction/state';

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
