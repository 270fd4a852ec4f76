import type { ReviewClosing } from '#contracts/operator-updates';
import { closeReviews, loadOpenReviews, type ReviewOutcome } from '#persistence/transactions/reviews';
import type { ActivityDependencies } from './activity-dependencies.js';
import { adjustmentOf, askTwoPersons } from './ask-two-persons.js';
import { refusal } from './failures.js';

/**
 * Closes what was shown, and says whether more is open by then. Where `operations.four_eyes` holds, a closing that moves
 * money is a proposal until another operator sends the same about the same reviews. Fails with type REFUSED, and writes
 * nothing, where the adjustment does not fit.
 */
export function createRecordReviewClosing({ database, needsTwoPersons }: ActivityDependencies) {
  return async function recordReviewClosing(
    identifier: string,
    closing: ReviewClosing & { readonly ids?: readonly string[] | undefined },
  ): Promise<{ readonly isMoreOpen: boolean; readonly proposal?: string }> {
    if (closing.adjustment !== undefined && needsTwoPersons()) {
      const { status, type, reviews } = await loadOpenReviews(database, identifier);
      if (status !== 'success' || type !== 'payout') throw refusal(refusals.notSettled);
      const shown = closing.ids ?? reviews.map(({ id }) => id);
      const said = { ...closing, kind: 'adjust', decision: adjustmentOf(shown) } as const;
      const proposal = await askTwoPersons(database, identifier, { ...said, evidence: 'the reviews' });
      if (proposal !== undefined) return { isMoreOpen: true, proposal };
    }
    const outcome = await closeReviews(database, { identifier, ...closing });
    if (outcome !== 'closed') throw refusal(refusals[outcome]);
    const { reviews } = await loadOpenReviews(database, identifier);
    return { isMoreOpen: reviews.length > 0 };
  };
}

const refusals = {
  closedBefore: 'The review is closed already.',
  notSettled: 'Only the money of a successful payout can have come back.',
  postedBefore: 'The money of this payout was given back before.',
} as const satisfies Readonly<Record<Exclude<ReviewOutcome, 'closed'>, string>>;
