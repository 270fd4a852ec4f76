import { defineUpdate } from '@temporalio/workflow';
import type { Resolution } from '#domain/transaction/decide-end';
import type { WorkflowState } from './step-result.js';
import type { AnsweredState } from './transaction-workflow.js';

/**
 * Updates that operations staff send from the Temporal UI. Each takes one argument, an object, because the UI sends one. Names
 * of operators are self-declared: the UI belongs behind the company's sign-on.
 */

/** Asks the provider now, and returns the state; `isUnanswered`: the provider gave no answer. */
export const lookUpNow = defineUpdate<AnsweredState>('lookUpNow');

/**
 * Ends a transaction whose outcome the provider does not report, on evidence that the operator has seen. A payout may need a
 * second operator, who sends the same.
 */
export const resolve = defineUpdate<Resolved, [Resolving]>('resolve');

export type Resolving = Resolution & {
  /** Also closes the reviews that the transaction's page shows and that this settles, for the same reason. */
  readonly closeReview?: boolean;
};

/**
 * The state. For people: `proposal` is a sentence while a second operator must confirm, `next` says what is left to do, such as
 * the closing of a review.
 */
export type Resolved = WorkflowState & { readonly proposal?: string; readonly next?: string };

export type { Resolution };

/** Sends a held payout. May need a second operator, who sends the same. Returns a sentence for people. */
export const approve = defineUpdate<string, [Approval]>('approve');

export type Approval = { readonly operator: string; readonly reason: string; readonly evidence: string };

/** Tries to deliver the merchant's callback now instead of after the next wait. */
export const deliverNow = defineUpdate<string>('deliverNow');

/**
 * Closes a review without changing the transaction. An adjustment adds a ledger entry, and may need a second operator who
 * sends the same. Returns a sentence for people.
 */
export const closeReview = defineUpdate<string, [ReviewClosing]>('closeReview');

export type ReviewClosing = {
  readonly operator: string;
  readonly reason: string;
  /** Credits the returned money of a successful payout or refund to its merchant (contract §13, §15.8), once. */
  readonly adjustment?: 'returned' | undefined;
  /** The part of that money that came back, as a decimal string; absent: all of it. */
  readonly amount?: string | undefined;
};

const textMax = 1_000;

/** Those of the given names that are missing, blank or too long in an operator's input. */
export function faultsOf(
  input: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): string[] {
  return names.filter((name) => {
    const value = input?.[name];
    return typeof value !== 'string' || value.trim() === '' || value.length > textMax;
  });
}
