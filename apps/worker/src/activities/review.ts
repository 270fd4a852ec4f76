import { ApplicationFailure } from '@temporalio/activity';
import type { ReviewClosing } from '#contracts/operator-updates';
import type { DescribedReviews } from '#contracts/review-flow';
import { closeReviews, loadOpenReviews, type ReviewOutcome } from '#persistence/transactions/reviews';
import type { ActivityDependencies } from './activity-dependencies.js';

/** What is under review about a transaction, in words for the Temporal UI; empty when nothing is open. */
export function createDescribeReviews({ database }: ActivityDependencies) {
  return async function describeReviews(identifier: string): Promise<DescribedReviews> {
    const { status, reviews } = await loadOpenReviews(database, identifier);
    if (reviews.length === 0) return { text: '', ids: [] };
    const causes = reviews.map(
      ({ id, cause, evidence, raisedAt }) =>
        `- Review ${id}, ${raisedAt}: **${cause}**. The provider says ${evidence.outcome}` +
        (evidence.amount === undefined ? '' : ` of ${evidence.amount} ${evidence.currency ?? ''}`) +
        ` for ${evidence.providerReference}.`,
    );
    const heading = `The books say **${status ?? 'nothing'}**. Nothing is changed by what follows:`;
    return { text: [heading, ...causes].join('\n'), ids: reviews.map(({ id }) => id) };
  };
}

/**
 * Closes what was shown, and says whether more is open by then. Fails with type REFUSED, and writes nothing, where the
 * adjustment does not fit.
 */
export function createRecordReviewClosing({ database }: ActivityDependencies) {
  return async function recordReviewClosing(
    identifier: string,
    closing: ReviewClosing & { readonly ids?: readonly string[] | undefined },
  ): Promise<{ readonly isMoreOpen: boolean }> {
    const outcome = await closeReviews(database, { identifier, ...closing });
    if (outcome !== 'closed') throw ApplicationFailure.nonRetryable(refusals[outcome], 'REFUSED');
    const { reviews } = await loadOpenReviews(database, identifier);
    return { isMoreOpen: reviews.length > 0 };
  };
}

const refusals = {
  closedBefore: 'The review is closed already.',
  notSettled: 'Only the money of a successful payout can have come back.',
  postedBefore: 'The money of this payout was given back before.',
} as const satisfies Readonly<Record<Exclude<ReviewOutcome, 'closed'>, string>>;
