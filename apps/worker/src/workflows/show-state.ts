import { setCurrentDetails } from '@temporalio/workflow';
import type { ReviewsNow } from '#contracts/follow-up-workflows';
import type { TransactionWorkflowInput } from '#contracts/transaction-workflow';
import { describeFailedStep, describeState } from '#domain/transaction/describe-state';
import type { TransactionRun } from './transaction-run.js';

/**
 * Shows the state on the transaction's page in the Temporal UI, with what needs a person. `isLast`: the workflow ends, and its
 * page stays as it is.
 */
export function showState(
  { type, identifier }: Pick<TransactionWorkflowInput, 'type' | 'identifier'>,
  { state, attempts, proposal, delivery, reviews }: TransactionRun,
  isLast = false,
): void {
  if (!state) return;
  const shown = describeState(
    {
      type,
      identifier,
      state,
      attempts: [...attempts.values()],
      reviews: reviews?.open ?? [],
      wasReviewed: reviews !== undefined && reviews.open.length === 0,
      delivery,
      proposal,
      isLast,
    },
    new Date(),
  );
  setCurrentDetails(shown);
}

/** Takes the open reviews over, unless later ones are known: signals may arrive in another order than they were sent in. */
export function noteReviews(input: TransactionWorkflowInput, run: TransactionRun, reviews: ReviewsNow): void {
  if (run.reviews && run.reviews.changes > reviews.changes) return;
  run.reviews = reviews;
  if (run.hasFailed) showFailedStep(input, run);
  else showState(input, run);
}

export function showFailedStep(
  { identifier }: Pick<TransactionWorkflowInput, 'identifier'>,
  { reviews }: TransactionRun,
): void {
  setCurrentDetails(describeFailedStep({ identifier, reviews: reviews?.open ?? [] }));
}
