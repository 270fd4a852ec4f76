import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { closeReview, faultsOf } from '#contracts/operator-updates';
import { reviewRaised, type ReviewFlowInput } from '#contracts/review-flow';
import { searchAttributes } from '#contracts/search-attributes';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';

const { describeReviews, recordReviewClosing } = proxyLocalActivities<TransactionActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
});

/**
 * Evidence that contradicts the books waits here for a person (contract §9): listed by the search attribute
 * `NeedsReview` until somebody closes it with a name and a reason. Closing it changes nothing in the books.
 */
export async function reviewFlow({ identifier }: ReviewFlowInput): Promise<void> {
  let isStale = true;
  let isClosed = false;
  setHandler(reviewRaised, () => void (isStale = true), { description: 'Something more needs a person.' });
  setHandler(
    closeReview,
    async ({ operator, reason }) => {
      await recordReviewClosing(identifier, { operator, reason });
      isClosed = true;
    },
    {
      description: 'Closes the review: { "operator": "...", "reason": "..." }. The books are not changed.',
      validator: (closing) => {
        const faults = faultsOf(closing, ['operator', 'reason']);
        if (isClosed) throw ApplicationFailure.nonRetryable('The review is closed already.', 'REFUSED');
        if (faults.length > 0)
          throw ApplicationFailure.nonRetryable(`Required: ${faults.join(', ')}.`, 'REFUSED');
      },
    },
  );
  while (!isClosed) {
    if (isStale) {
      isStale = false;
      const description = await describeReviews(identifier);
      if (description === '') break;
      setCurrentDetails(description);
    }
    await condition(() => isClosed || isStale);
  }
  upsertSearchAttributes([{ key: searchAttributes.needsReview, value: false }]);
  setCurrentDetails('Closed.');
  await condition(allHandlersFinished);
}
