import { setHandler } from '@temporalio/workflow';
import {
  bankCodeMax,
  cancelPayout,
  confirmBankCode,
  type TransactionFlowInput,
} from '#contracts/transaction-flow';
import {
  createFlowState,
  mayBeIn,
  noteReady,
  refuseUnless,
  refuseUnlessIn,
  standingWhen,
} from './flow-state.js';
import { hearUpdates } from './hear-updates.js';
import { planActivities } from './plan-activities.js';
import { followTransaction } from './transaction-flow.js';

const sentAlready = 'Only a payout that was never sent can be cancelled.';

/** One payout. What only payouts have: a merchant who may choose the bank later (specification §4). */
export async function payoutFlow(input: TransactionFlowInput): Promise<void> {
  const { identifier } = input;
  const activities = planActivities(input.timing);
  const state = createFlowState();
  hearUpdates(input, state, activities);
  setHandler(
    confirmBankCode,
    async (bankCode) => {
      const choice = await activities.chooseBankCode(identifier, bankCode);
      if (choice.bankCode !== undefined) noteReady(state);
      return choice;
    },
    {
      description: 'Chooses the bank, once: its code as offered in the challenge.',
      validator: (bankCode) => {
        const isText = typeof bankCode === 'string' && bankCode !== '' && bankCode.length <= bankCodeMax;
        refuseUnless(isText, 'The argument must be the code of a bank, a string.');
        refuseUnless(mayBeIn(state, 'unready'), 'No bank is to be chosen any more.');
      },
    },
  );
  setHandler(
    cancelPayout,
    async () => {
      await refuseUnlessIn(state, ['unready'], sentAlready);
      state.news.add('cancel');
      return standingWhen(state, () => !state.news.has('cancel'));
    },
    {
      description: 'Ends a payout whose bank was never chosen; its funds are released.',
      validator: () => refuseUnless(mayBeIn(state, 'unready'), sentAlready),
    },
  );
  await followTransaction(input, activities, state);
}
