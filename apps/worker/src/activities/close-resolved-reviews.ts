import { getClient } from '@temporalio/activity';
import { reviewWorkflowId } from '#contracts/follow-up-workflows';
import { isResolvable } from '#domain/reviews/next-step';
import { closeReviews } from '#persistence/transactions/close-reviews';
import { loadOpenReviews, type OpenReview } from '#persistence/transactions/reviews';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refreshReviews, tellOfReviews } from './tell-of-reviews.js';

/** `ids`: the reviews that the page of the transaction showed to the operator. */
type ResolvedClosing = {
  readonly operator: string;
  readonly reason: string;
  readonly ids: readonly string[];
};

/**
 * Closes the reviews that an operator was shown and that the end of the transaction settles, and returns in words which are
 * closed and which are still open. Safe to repeat.
 */
export function createCloseResolvedReviews({ database }: Pick<ActivityDependencies, 'database'>) {
  return async function closeResolvedReviews(
    identifier: string,
    { ids, ...by }: ResolvedClosing,
  ): Promise<string> {
    const before = await loadOpenReviews(database, identifier);
    const settled = (before?.reviews ?? []).filter(
      ({ id, cause }) => ids.includes(id) && isResolvable(cause),
    );
    if (settled.length > 0)
      await closeReviews(database, { identifier, ...by, ids: settled.map(({ id }) => id) });
    crashPoint('after choice');
    await tellOfReviews(getClient(), database, identifier);
    await refreshReviews(getClient(), identifier);
    const open = (await loadOpenReviews(database, identifier))?.reviews ?? [];
    const closed = ids.filter((id) => open.every((review) => review.id !== id));
    const sentences = [
      closed.length > 0
        ? `Closed: ${closed.map((id) => `review ${id}`).join(', ')}.`
        : 'No review was closed.',
      sayStillOpen(identifier, open),
    ];
    return sentences.filter((sentence) => sentence !== undefined).join(' ');
  };
}

/** What is left to do about the reviews of a transaction that has been resolved; undefined: nothing. */
export function sayStillOpen(identifier: string, open: readonly OpenReview[]): string | undefined {
  if (open.length === 0) return undefined;
  const listed = open.map(({ id, cause }) => `review ${id}, ${cause}`).join('; ');
  return `Still open: ${listed}. Close it in workflow ${reviewWorkflowId(identifier)}.`;
}
