import type { DescribedReviews } from '#contracts/follow-up-workflows';
import type { ReviewClosing } from '#contracts/operator-updates';
import { cancelBy } from '#contracts/transaction-workflow';
import type { ReviewCause } from '#domain/transaction/report';
import type { Money } from '#domain/values/money';
import { heldCauses } from '#persistence/transactions/held-transactions';
import { findProposal } from '#persistence/transactions/proposals';
import { closeReviews, type ReviewOutcome } from '#persistence/transactions/close-reviews';
import { loadOpenReviews, type OpenReview } from '#persistence/transactions/reviews';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refusal, requireOperator } from './failures.js';
import { proposeOrConfirm, sayProposal } from './propose-or-confirm.js';

/** The open reviews of a transaction, in words for the Temporal UI; empty if there are none. */
export function createDescribeReviews({ database }: ActivityDependencies) {
  return async function describeReviews(identifier: string): Promise<DescribedReviews> {
    const { status, asked, reviews } = await loadOpenReviews(database, identifier);
    if (reviews.length === 0) return { text: '', ids: [] };
    const causes = reviews.map((review) => sayReview(review, asked));
    const heading = `Recorded as **${status ?? 'nothing'}**; closing a review does not change that. Under review:`;
    const ids = reviews.map(({ id }) => id);
    const proposal = await findProposal(database, identifier, 'adjust');
    const isOpen = proposal !== undefined && isAdjustmentOf(proposal.decision, ids);
    const proposed = isOpen ? ['', sayProposal(proposal)] : [];
    return { text: [heading, ...causes, ...proposed].join('\n'), ids };
  };
}

/** One review in words: the provider's report beside the requested money. A held payout has no report. */
export function sayReview({ id, cause, evidence, raisedAt }: OpenReview, asked: Money | undefined): string {
  const raised = `- Review ${id}, ${raisedAt}: **${cause}**.`;
  const held = (['payout', 'refund'] as const).find((type) => cause === heldCauses[type]);
  if (held)
    return `${raised} Held before it was sent: while it waits, \`approve\` sends it and \`${cancelBy[held].name}\` ends it.`;
  const { amount, currency = '', providerReference } = evidence;
  const outcome = 'outcome' in evidence ? evidence.outcome : evidence.kind.replaceAll('_', ' ');
  const reported = amount === undefined ? outcome : `${outcome} of ${amount} ${currency}`.trimEnd();
  const beside = asked === undefined ? '' : ` (asked for: ${asked.amount} ${asked.currency})`;
  const closing = adjusts(cause) ? ' Close it with `"adjustment": "returned"` once the money is back.' : '';
  return `${raised} The provider reports ${reported}${beside}, for ${providerReference}.${closing}`;
}

function adjusts(cause: string): boolean {
  return cause === ('money came back' satisfies ReviewCause);
}

/**
 * Closes the reviews that were shown, and returns whether more are open. With `operations.four_eyes` a closing that moves money
 * is a proposal until another operator sends the same for the same reviews. Throws `REFUSED`, and writes nothing, if the
 * adjustment is not possible.
 */
export function createRecordReviewClosing({ database, configuration, needsFourEyes }: ActivityDependencies) {
  return async function recordReviewClosing(
    identifier: string,
    closing: ReviewClosing & { readonly ids?: readonly string[] | undefined },
  ): Promise<{ readonly isMoreOpen: boolean; readonly proposal?: string }> {
    requireOperator(closing.operator, configuration());
    if (closing.adjustment !== undefined && needsFourEyes()) {
      const { status, type, reviews } = await loadOpenReviews(database, identifier);
      if (status !== 'success' || type === 'payment') throw refusal(refusals.notSettled);
      const shown = closing.ids ?? reviews.map(({ id }) => id);
      const said = { ...closing, kind: 'adjust', decision: adjustmentOf(shown, closing.amount) } as const;
      const proposal = await proposeOrConfirm(database, identifier, { ...said, evidence: 'the reviews' });
      if (proposal !== undefined) return { isMoreOpen: true, proposal };
    }
    const outcome = await closeReviews(database, { identifier, ...closing });
    if (outcome !== 'closed') throw refusal(refusals[outcome]);
    const { reviews } = await loadOpenReviews(database, identifier);
    return { isMoreOpen: reviews.length > 0 };
  };
}

/** The adjustment in words, with these reviews: a review that is raised later needs a proposal of its own. */
function adjustmentOf(ids: readonly string[], amount: string | undefined): string {
  const part = amount === undefined ? '' : ` ${amount}`;
  return `returned${part}, by reviews ${ids.toSorted().join(', ')}`;
}

/** The same whatever amount it names. */
function isAdjustmentOf(decision: string, ids: readonly string[]): boolean {
  const [, amount] = /^returned (\S+), by/.exec(decision) ?? [];
  return decision === adjustmentOf(ids, amount);
}

const refusals = {
  closedBefore: 'The review is closed already.',
  notSettled:
    'Only the money of a successful payout or refund can have come back. Close the review without an adjustment.',
  postedBefore:
    'The money was credited to its merchant before, or more would come back than went. Close the review without an adjustment.',
  nothingToPart:
    'Only what a provider has reported as returned can be credited in part. Leave the amount out.',
  several:
    'Several amounts came back. Close the review without an amount, or as they are, one after the other.',
  moreThanTold:
    'The amount must be at most what the provider reports as returned, with the decimals of its currency.',
  refundedAgain:
    'The payment was refunded again with this money, so it must have come back. Close the review with an adjustment.',
} as const satisfies Readonly<Record<Exclude<ReviewOutcome, 'closed'>, string>>;
