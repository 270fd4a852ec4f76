import type { DescribedReviews } from '#contracts/follow-up-flows';
import { findProposal } from '#persistence/transactions/proposals';
import { loadOpenReviews } from '#persistence/transactions/reviews';
import type { ActivityDependencies } from './activity-dependencies.js';
import { adjustmentOf, sayProposal } from './ask-two-persons.js';

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
    const ids = reviews.map(({ id }) => id);
    const proposal = await findProposal(database, identifier, 'adjust');
    const isOpen = proposal?.decision === adjustmentOf(ids);
    const proposed = isOpen ? ['', sayProposal(proposal)] : [];
    return { text: [heading, ...causes, ...proposed].join('\n'), ids };
  };
}
