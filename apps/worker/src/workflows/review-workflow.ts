import {
  allHandlersFinished,
  condition,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { carryOver } from '#contracts/carry-over';
import { closeReview, faultsOf } from '#contracts/operator-updates';
import {
  reviewRaised,
  type DescribedReviews,
  type ReviewWorkflowInput,
} from '#contracts/follow-up-workflows';
import { searchAttributes } from '#contracts/search-attributes';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { bookkeeping } from './activity-proxies.js';
import { startNewRun } from './start-new-run.js';
import { refuseInWords, refuseUnless } from './refuse.js';

const { describeReviews } = proxyLocalActivities<TransactionActivities>(bookkeeping);
// Not local: local activities of concurrent updates are not replayed in the order in which they ended.
const { recordReviewClosing } = proxyActivities<TransactionActivities>(bookkeeping);

/**
 * The reviews of one transaction, such as a provider's report that contradicts the recorded state (contract §9). Listed by the
 * search attribute `NeedsReview` until an operator closes them with a name and a reason. Closing never changes the
 * transaction; returned money of a payout is credited to its merchant in the same step, by a ledger entry of its own (contract
 * §13). Reviews that were raised after the page was shown stay open, and are shown next.
 */
export async function reviewWorkflow({ identifier }: ReviewWorkflowInput): Promise<void> {
  let isStale = true;
  let isClosed = false;
  let isAskedToCarryOver = false;
  let shown: ShownReviews | undefined;
  setHandler(reviewRaised, () => void (isStale = true), { description: 'A further review was raised.' });
  setHandler(carryOver, () => void (isAskedToCarryOver = true), {
    description: 'A release asks for a new run, on the current version of the worker.',
  });
  setHandler(
    closeReview,
    async ({ operator, reason, adjustment, amount }) => {
      await condition(() => shown !== undefined);
      const part = amount === undefined ? {} : { amount };
      const closing = { operator, reason, adjustment, ...part, ids: shown?.ids };
      const recorded = await recordReviewClosing(identifier, closing).catch(refuseInWords);
      if (isMoreOpen(recorded)) isStale = true;
      else isClosed = true;
      return (
        recorded?.proposal ??
        [
          isClosed ? 'Closed.' : 'Closed what was shown. More was raised meanwhile: reload the page.',
          ...(recorded?.left === undefined ? [] : [recorded.left]),
        ].join(' ')
      );
    },
    {
      description:
        'Closes what this page shows: { "operator": "...", "reason": "..." }. ' +
        'With "adjustment": "returned" the money of a payout or refund that came back is credited to its merchant, ' +
        'or the part of it that "amount" names ("4.50"); this may need a second operator, who sends the same.',
      validator: (closing) => {
        const faults = faultsOf(closing, ['operator', 'reason']);
        refuseUnless(!isClosed, 'The review is closed already.');
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        const isAdjustment = closing.adjustment === undefined || closing.adjustment === 'returned';
        refuseUnless(isAdjustment, 'adjustment must be "returned" or left out.');
        const { adjustment, amount } = closing;
        const isPart = amount === undefined || (adjustment !== undefined && isAmount(amount));
        refuseUnless(isPart, 'amount must be a text such as "4.50", and needs an adjustment.');
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
    const mayCarryOver = () => isAskedToCarryOver && allHandlersFinished();
    await condition(() => isClosed || isStale || mayCarryOver());
    if (!isClosed && !isStale) await startNewRun({ identifier });
  }
  upsertSearchAttributes([{ key: searchAttributes.needsReview, value: false }]);
  setCurrentDetails('Closed.');
  await condition(allHandlersFinished);
}

function isAmount(amount: unknown): boolean {
  return typeof amount === 'string' && /^(0|[1-9]\d{0,14})(\.\d{1,8})?$/.test(amount) && Number(amount) > 0;
}

/** The ids are missing in workflows of older versions, which close all open reviews. */
type ShownReviews = { readonly text: string; readonly ids?: readonly string[] };

/** Older histories hold only the text. */
function read(described: DescribedReviews | string): ShownReviews {
  return typeof described === 'string' ? { text: described } : described;
}

/** Older histories hold nothing. */
function isMoreOpen(recorded: { readonly isMoreOpen: boolean } | undefined): boolean {
  return recorded?.isMoreOpen === true;
}
