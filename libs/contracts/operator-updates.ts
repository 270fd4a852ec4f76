import { defineUpdate } from '@temporalio/workflow';
import type { Resolution } from '#domain/transaction/decide-end';
import type { WorkflowState } from './transaction-flow.js';

/**
 * What operations staff may do from the Temporal UI, without any tool of ours. One argument each, an object, because
 * the UI sends one. Names are typed by whoever types them: the UI belongs behind the company's sign-on.
 */

/** Asks the provider for the truth now and answers where the payment stands. */
export const lookUpNow = defineUpdate<WorkflowState>('lookUpNow');

/**
 * Ends a payment whose outcome the provider does not tell, on evidence that a person has seen. Of a payout it may be a
 * proposal only, which another operator confirms by the same.
 */
export const resolve = defineUpdate<Resolved, [Resolution]>('resolve');

/** Where it stands; with a sentence for people when nothing has moved yet. */
export type Resolved = WorkflowState & { readonly proposal?: string };

export type { Resolution };

/** Tries to deliver the merchant's callback now instead of after the next wait. */
export const deliverNow = defineUpdate<string>('deliverNow');

/**
 * Closes a review. The transaction is not changed by it; with an adjustment, the books get an entry more, and another
 * operator may have to confirm it by the same. Answers with a sentence for people.
 */
export const closeReview = defineUpdate<string, [ReviewClosing]>('closeReview');

export type ReviewClosing = {
  readonly operator: string;
  readonly reason: string;
  /** The money of a successful payout came back: its merchant gets it back too (contract §13), once. */
  readonly adjustment?: 'returned' | undefined;
};

const textMax = 1_000;

/** The names of everything that is wrong with an operator's input, for the validator's one sentence. */
export function faultsOf(
  input: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): string[] {
  return names.filter((name) => {
    const value = input?.[name];
    return typeof value !== 'string' || value.trim() === '' || value.length > textMax;
  });
}
