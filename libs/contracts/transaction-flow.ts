import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PlannedTiming } from '#domain/plan';
import type { TransactionStatus, TransactionType } from '#domain/transaction';
import type { Phase } from '#domain/transactions/phase';

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

export type { Phase };

/** Where a transaction stands, as recorded in Postgres. */
export type Standing = {
  readonly phase: Phase;
  readonly status: TransactionStatus;
  readonly provider?: string;
  /** ISO 8601 UTC: after it the provider no longer collects, or what makes it ready comes too late. */
  readonly until: string;
  /** The same from the step on, in milliseconds by Postgres' clock; below zero when it is over. */
  readonly leftMs?: number;
  /** This very step sent it: the sweep says when the first look-up is due, which saves the flow a timer. */
  readonly isJustSent?: true;
  /** Where the next attempt is submitted, when not on the flow's own queue. */
  readonly queue?: string;
  /** For people: the attempts that this step has seen. */
  readonly attempts?: readonly ShownAttempt[];
};

/** One attempt as operations staff see it. `route` is its name in the project. */
export type ShownAttempt = {
  readonly n: number;
  readonly route: string;
  readonly mid: string;
  readonly provider: string;
  readonly state: string;
};

/** Completes as soon as the merchant can be answered; the answer itself is read from Postgres. */
export const awaitFirstStep = defineUpdate<Standing>('awaitFirstStep');

/** The hosted page was posted (recorded in Postgres before): completes when the provider's next step is known. */
export const awaitNextStep = defineUpdate<Standing>('awaitNextStep');

/** Ends a payment whose page was never posted; one that may have been sent is only asked about. */
export const cancelPayment = defineUpdate<Standing>('cancelPayment');

/** Something new waits in the provider inbox. Carries nothing: the inbox is the truth. */
export const evidenceArrived = defineSignal('evidenceArrived');

/** Nothing was heard of it since it was sent, and the first wait for a look-up is over. */
export const lookUpDue = defineSignal('lookUpDue');

/** The page was posted or the bank was chosen, and whoever did it could not say so: the sweep does. */
export const becameReady = defineSignal('becameReady');

/** A callback with a wrong signature came in: worth one question to the provider, and nothing else. */
export const callbackSuspected = defineSignal('callbackSuspected');
