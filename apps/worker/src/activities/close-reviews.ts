import { getClient } from '@temporalio/activity';
import type { DescribedReviews } from '#contracts/follow-up-workflows';
import type { ReviewClosing } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { sayOurselves, sayReported } from '#domain/reviews/describe-review';
import { decidingUpdate, nextStep } from '#domain/reviews/next-step';
import { phaseOf } from '#domain/transaction/state';
import type { Known } from '#domain/transaction/transaction';
import type { Money } from '#domain/values/money';
import { findProposal } from '#persistence/transactions/proposals';
import { closeReviews, type ReviewOutcome } from '#persistence/transactions/close-reviews';
import { loadOpenReviews, type OpenReview } from '#persistence/transactions/reviews';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refusal, requireOperator } from './failures.js';
import { proposeOrConfirm, sayProposal } from './propose-or-confirm.js';
import { loadKnown } from './step.js';
import { tellOfReviews } from './tell-of-reviews.js';

/** The open reviews of a transaction, in words for the Temporal UI, each with its next step; empty if there are none. */
export function createDescribeReviews({ database }: ActivityDependencies) {
  return async function describeReviews(identifier: string): Promise<DescribedReviews> {
    const reviewed = await loadOpenReviews(database, identifier);
    if (!reviewed || reviewed.reviews.length === 0) return { text: '', ids: [] };
    const { type, status, asked, reviews } = reviewed;
    const known = await loadKnown(database, identifier);
    const transaction = { type, phase: phaseOf(known) };
    const place = {
      decide: ` in workflow \`${workflowIdOf(type, identifier)}\``,
      close: '`closeReview` here',
    };
    const causes = reviews.map(
      (review) => `${sayReview(review, asked)} Next: ${nextStep(review.cause, transaction, place)}.`,
    );
    const heading = `At ${known.clock().toISOString()} recorded as **${status}**; closing a review does not change that. Under review:`;
    const ids = reviews.map(({ id }) => id);
    const proposal = await findProposal(database, identifier, 'adjust');
    const isOpen = proposal !== undefined && isAdjustmentOf(proposal.decision, ids);
    const proposed = isOpen ? ['', sayProposal(proposal)] : [];
    return { text: [heading, '', ...causes, ...proposed].join('\n'), ids };
  };
}

/** One review in words: the provider's report beside the requested money, or why we raised it ourselves. */
export function sayReview({ id, cause, evidence, raisedAt }: OpenReview, asked: Money): string {
  const raised = `- Review ${id}, ${raisedAt}: **${cause}**`;
  const own = sayOurselves(cause);
  if (own !== undefined) return `${raised}: ${own}.`;
  const beside = `(asked for: ${asked.amount} ${asked.currency})`;
  return `${raised}. The provider reports ${sayReported(evidence)} ${beside}, for ${evidence.providerReference}.`;
}

/**
 * Closes the reviews that were shown, and returns whether more are open. With `operations.four_eyes` a closing that moves money
 * is a proposal until another operator sends the same for the same reviews. Throws `REFUSED`, and writes nothing, if the
 * adjustment is not possible. `left`: the transaction itself still waits for a decision, in words.
 */
export function createRecordReviewClosing({ database, configuration, needsFourEyes }: ActivityDependencies) {
  return async function recordReviewClosing(
    identifier: string,
    closing: ReviewClosing & { readonly ids?: readonly string[] | undefined },
  ): Promise<{ readonly isMoreOpen: boolean; readonly proposal?: string; readonly left?: string }> {
    requireOperator(closing.operator, configuration());
    const before = await loadOpenReviews(database, identifier);
    const shown = closing.ids ?? before?.reviews.map(({ id }) => id) ?? [];
    if (closing.adjustment !== undefined && needsFourEyes()) {
      if (before?.status !== 'success' || before.type === 'payment') throw refusal(refusals.notSettled);
      const said = { ...closing, kind: 'adjust', decision: adjustmentOf(shown, closing.amount) } as const;
      const proposal = await proposeOrConfirm(database, identifier, { ...said, evidence: 'the reviews' });
      if (proposal !== undefined) return { isMoreOpen: true, proposal };
    }
    const outcome = await closeReviews(database, { identifier, ...closing });
    if (outcome !== 'closed') throw refusal(refusals[outcome]);
    await tellOfReviews(getClient(), database, identifier);
    const isMoreOpen = ((await loadOpenReviews(database, identifier))?.reviews ?? []).length > 0;
    const closed = before?.reviews.filter(({ id }) => shown.includes(id)) ?? [];
    const left = sayLeft(await loadKnown(database, identifier), closed);
    return { isMoreOpen, ...(left !== undefined && { left }) };
  };
}

/** What is left to decide about the transaction whose reviews were closed; undefined: nothing. */
function sayLeft({ transaction, ...known }: Known, closed: readonly OpenReview[]): string | undefined {
  const { type, status, identifier } = transaction;
  const phase = phaseOf({ transaction, ...known });
  const [update] = closed.flatMap(({ cause }) => decidingUpdate(cause, { type, phase }) ?? []);
  return (
    update &&
    `The ${type} itself is still ${status}: ${update} in workflow ${workflowIdOf(type, identifier)}.`
  );
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
