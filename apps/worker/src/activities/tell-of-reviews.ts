import type { getClient } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/common';
import {
  reviewRaised,
  reviewsChanged,
  reviewWorkflowId,
  type ReviewsNow,
} from '#contracts/follow-up-workflows';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { sayEvidence } from '#domain/reviews/describe-review';
import type { Database } from '#persistence/database';
import { loadOpenReviews, type ReviewedTransaction } from '#persistence/transactions/reviews';

type Client = Pick<ReturnType<typeof getClient>, 'workflow'>;

/**
 * Tells a transaction's workflow which of its reviews are open now. Only its page changes. A workflow that has ended is not told.
 */
export async function tellOfReviews(client: Client, database: Database, identifier: string): Promise<void> {
  const reviewed = await loadOpenReviews(database, identifier);
  if (!reviewed || reviewed.changes === 0) return;
  const { workflow } = client;
  await workflow
    .getHandle(workflowIdOf(reviewed.type, identifier))
    .signal(reviewsChanged, reviewsNow(reviewed))
    .catch(ignoreMissing);
}

/** Makes the workflow of the reviews read again what is recorded. */
export async function refreshReviews({ workflow }: Client, identifier: string): Promise<void> {
  await workflow.getHandle(reviewWorkflowId(identifier)).signal(reviewRaised).catch(ignoreMissing);
}

function reviewsNow({ reviews, asked, changes }: ReviewedTransaction): ReviewsNow {
  const open = reviews.map(({ id, cause, evidence }) => ({
    id,
    cause,
    said: sayEvidence(cause, evidence, asked),
  }));
  return { open, changes };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
