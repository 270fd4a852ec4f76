import { defineUpdate } from '@temporalio/workflow';
import type { Resolution } from '#domain/transaction/decide-end';
import type { WorkflowState } from './step-result.js';

/**
 * What operations staff may do from the Temporal UI, without any tool of ours. One argument each, an object, because
 * the UI sends one. Names are self-declared: the UI belongs behind the company's sign-on.
 */

/** Asks the provider now, and answers with the state. */
export const lookUpNow = defineUpdate<WorkflowState>('lookUpNow');

/**
 * Ends a transaction whose outcome the provider does not tell, on evidence that a person has seen. A payout may need a
 * second operator, who sends the same.
 */
export const resolve = defineUpdate<Resolved, [Resolution]>('resolve');

/** The state, and a sentence for people while it takes a second operator. */
export type Resolved = WorkflowState & { readonly proposal?: string };

export type { Resolution };

/** Sends a payout that was held for a person. May need a second operator, who sends the same. Answers with a sentence for people. */
export const approve = defineUpdate<string, [Approval]>('approve');

export type Approval = { readonly operator: string; readonly reason: string; readonly evidence: string };

/** Tries to deliver the merchant's callback now instead of after the next wait. */
export const deliverNow = defineUpdate<string>('deliverNow');

/**
 * Closes a review without changing the transaction. An adjustment adds a ledger entry, and may need a second operator who
 * sends the same. Answers with a sentence for people.
 */
export const closeReview = defineUpdate<string, [ReviewClosing]>('closeReview');

export type ReviewClosing = {
  readonly operator: string;
  readonly reason: string;
  /** The money of a successful payout came back: its merchant gets it back too (contract §13), once. */
  readonly adjustment?: 'returned' | undefined;
};

const textMax = 1_000;

/** Which of these names are missing, blank or too long in an operator's input. */
export function faultsOf(
  input: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): string[] {
  return names.filter((name) => {
    const value = input?.[name];
    return typeof value !== 'string' || value.trim() === '' || value.length > textMax;
  });
}
