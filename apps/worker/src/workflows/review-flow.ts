import {
  allHandlersFinished,
  condition,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { closeReview, faultsOf } from '#contracts/operator-updates';
import { reviewRaised, type DescribedReviews, type ReviewFlowInput } from '#contracts/follow-up-flows';
import { searchAttributes } from '#contracts/search-attributes';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { refuseUnless } from './flow-state.js';
import { bookkeeping } from './limits.js';
import { refuseInWords } from './refuse-in-words.js';

const { describeReviews } = proxyLocalActivities<TransactionActivities>(bookkeeping);
// Asked for by updates: local activities that overlap are not replayed in the order they ended in.
const { recordReviewClosing } = proxyActivities<TransactionActivities>(bookkeeping);

/**
 * Evidence that contradicts the books waits here for a person (contract §9): listed by the search attribute
 * `NeedsReview` until somebody closes it with a name and a reason. Closing it never changes the transaction; the money
 * of a payout that came back is given back to its merchant in the same step, by an entry of its own (contract §13). What
 * is raised after the page was described stays open: the flow goes on and shows it.
 */
export async function reviewFlow({ identifier }: ReviewFlowInput): Promise<void> {
  let isStale = true;
  let isClosed = false;
  let shown: ShownReviews | undefined;
  setHandler(reviewRaised, () => void (isStale = true), { description: 'Something more needs a person.' });
  setHandler(
    closeReview,
    async ({ operator, reason, adjustment }) => {
      await condition(() => shown !== undefined);
      const closing = { operator, reason, adjustment, ids: shown?.ids };
      const recorded = await recordReviewClosing(identifier, closing).catch(refuseInWords);
      if (isMoreOpen(recorded)) isStale = true;
      else isClosed = true;
      return (
        recorded?.proposal ?? (isClosed ? 'Closed.' : 'Closed what was shown; more was raised meanwhile.')
      );
    },
    {
      description:
        'Closes what this page shows: { "operator": "...", "reason": "..." }. ' +
        'With "adjustment": "returned" the money of a payout that came back is given back to its merchant, ' +
        'where the configuration asks for it once another operator has sent the same.',
      validator: (closing) => {
        const faults = faultsOf(closing, ['operator', 'reason']);
        refuseUnless(!isClosed, 'The review is closed already.');
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        const isAdjustment = closing.adjustment === undefined || closing.adjustment === 'returned';
        refuseUnless(isAdjustment, 'adjustment must be "returned", or left out.');
      },
    },
  );
  while (!isClosed) {
    if (isStale) {
      isStale = false;
      shown = read(await describeReviews(identifier));
      if (shown.text === '') break;
      setCurrentDetails(shown.text);
    }
    await condition(() => isClosed || isStale);
  }
  upsertSearchAttributes([{ key: searchAttributes.needsReview, value: false }]);
  setCurrentDetails('Closed.');
  await condition(allHandlersFinished);
}

/** As flows of before have it, without the ids: they close whatever is open. */
type ShownReviews = { readonly text: string; readonly ids?: readonly string[] };

/** Histories of before hold the bare text. */
function read(described: DescribedReviews | string): ShownReviews {
  return typeof described === 'string' ? { text: described } : described;
}

/** Histories of before hold nothing. */
function isMoreOpen(recorded: { readonly isMoreOpen: boolean } | undefined): boolean {
  return recorded?.isMoreOpen === true;
}
