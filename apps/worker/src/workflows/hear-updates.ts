import { condition, setHandler } from '@temporalio/workflow';
import { deliverNow, faultsOf, lookUpNow, resolve } from '#contracts/operator-updates';
import {
  awaitFirstStep,
  becameReady,
  callbackReleased,
  callbackSuspected,
  evidenceArrived,
  lookUpDue,
  type TransactionFlowInput,
} from '#contracts/transaction-flow';
import {
  isIn,
  mayBeIn,
  noteReady,
  refuseUnless,
  refuseUnlessIn,
  standingOf,
  standingWhen,
  type FlowState,
} from './flow-state.js';
import type { FlowActivities } from './plan-activities.js';
import { refuseInWords } from './refuse-in-words.js';
import { showStanding } from './show-standing.js';

const open = ['waiting', 'unknown'] as const;
const nothingToLookUp = 'There is nothing to look up.';
const neverSent = 'Only what may have been sent can be resolved.';

/** Registers what the flow of a payment and of a payout can be told and asked alike, before its first wait. */
export function hearUpdates(
  { type, identifier }: TransactionFlowInput,
  state: FlowState,
  activities: FlowActivities,
): void {
  const { news } = state;
  setHandler(evidenceArrived, () => void news.add('evidence'), {
    description: 'A callback of the provider waits in the inbox.',
  });
  setHandler(lookUpDue, () => void (state.isLookUpDue = true), {
    description: 'Nothing was heard since it was sent; asks the provider.',
  });
  setHandler(callbackSuspected, () => void (isIn(state, 'waiting', 'unknown') && news.add('lookUp')), {
    description: 'A callback with a wrong signature came in; asks the provider.',
  });
  setHandler(callbackReleased, () => void news.add('released'), {
    description: 'The callback is let go to an endpoint that was paused.',
  });
  setHandler(becameReady, () => noteReady(state), {
    description: 'The page was posted or the bank was chosen, and no attempt began since.',
  });
  setHandler(awaitFirstStep, () => standingWhen(state, () => true), {
    description: 'Waits until the merchant can be answered.',
  });
  setHandler(
    lookUpNow,
    async () => {
      await refuseUnlessIn(state, open, nothingToLookUp);
      news.add('lookUp');
      await condition(() => !news.has('lookUp') && state.standing !== undefined);
      return standingOf(state);
    },
    {
      description: 'Asks the provider for the truth now.',
      validator: () => refuseUnless(mayBeIn(state, ...open), nothingToLookUp),
    },
  );
  setHandler(
    resolve,
    async (resolution) => {
      await refuseUnlessIn(state, open, neverSent);
      const resolved = await activities.resolveTransaction(identifier, resolution).catch(refuseInWords);
      state.proposal = resolved.proposal;
      if (resolved.proposal === undefined) news.add('evidence');
      else showStanding(type, state);
      return resolved;
    },
    {
      description:
        'Ends it on evidence a person has seen: ' +
        '{ "status": "success" | "declined", "operator": "...", "reason": "...", "evidence": "..." }. ' +
        'Of a payout, where the configuration asks for it, once another operator has sent the same.',
      validator: (resolution) => {
        const faults = faultsOf(resolution, ['operator', 'reason', 'evidence']);
        const isStatus = resolution?.status === 'success' || resolution?.status === 'declined';
        refuseUnless(isStatus, 'status must be "success" or "declined".');
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        refuseUnless(mayBeIn(state, ...open), neverSent);
      },
    },
  );
  setHandler(
    deliverNow,
    async () => {
      news.add('deliver');
      await condition(() => !news.has('deliver'));
      return state.isTold ? 'delivered' : 'attempted, see the pending activity';
    },
    {
      description: "Tries to deliver the merchant's callback at once.",
      validator: () =>
        refuseUnless(isIn(state, 'final') && !state.isTold, 'There is no callback to deliver.'),
    },
  );
}
