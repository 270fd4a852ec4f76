import { ActivityFailure, ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import { deliverNow, faultsOf, lookUpNow, resolve } from '#contracts/operator-updates';
import {
  awaitFirstStep,
  awaitNextStep,
  callbackSuspected,
  cancelPayment,
  evidenceArrived,
  lookUpDue,
  pagePosted,
  type Phase,
  type Standing,
} from '#contracts/payment-flow';
import type { PaymentActivities } from './plan-activities.js';

/** What came from outside and was not looked at yet. All but `evidence` are requests that somebody waits for. */
export type News = 'evidence' | 'posted' | 'cancel' | 'lookUp' | 'deliver';

/** What a payment's flow knows; the handlers add news, the flow itself takes the steps. */
export type PaymentState = {
  readonly news: Set<News>;
  /** Absent until the books were asked, and after a step that failed. */
  standing: Standing | undefined;
  isTold: boolean;
  /** The sweep has found that the first look-up is due. */
  isLookUpDue: boolean;
};

/** Registers everything a payment's flow can be told and asked, before its first wait. */
export function hearUpdates(identifier: string, state: PaymentState, activities: PaymentActivities): void {
  const { news } = state;
  const isIn = (...phases: readonly Phase[]) => !!state.standing && phases.includes(state.standing.phase);
  const answerWhen = async (isServed: () => boolean): Promise<Standing> => {
    await condition(() => isServed() && isIn('unopened', 'waiting', 'final'));
    return standingOf(state);
  };

  setHandler(evidenceArrived, () => void news.add('evidence'), {
    description: 'A callback of the provider waits in the inbox.',
  });
  setHandler(lookUpDue, () => void (state.isLookUpDue = true), {
    description: 'Nothing was heard since it was sent; asks the provider.',
  });
  setHandler(callbackSuspected, () => void (isIn('waiting', 'unknown') && news.add('lookUp')), {
    description: 'A callback with a wrong signature came in; asks the provider.',
  });
  const notePosting = () => void ((!state.standing || isIn('unopened')) && news.add('posted'));
  setHandler(pagePosted, notePosting, {
    description: 'The customer posted the hosted page, and no attempt began since.',
  });
  setHandler(awaitFirstStep, () => answerWhen(() => true), {
    description: 'Waits until the merchant can be answered.',
  });
  setHandler(
    awaitNextStep,
    () => {
      notePosting();
      return answerWhen(() => !news.has('posted'));
    },
    { description: 'The customer posted the hosted page: waits for the next step.' },
  );
  setHandler(
    cancelPayment,
    () => {
      if (!isIn('final')) news.add('cancel');
      return answerWhen(() => !news.has('cancel'));
    },
    { description: 'Ends a payment that was never sent; asks the provider to cancel any other.' },
  );
  setHandler(
    lookUpNow,
    async () => {
      news.add('lookUp');
      await condition(() => !news.has('lookUp') && state.standing !== undefined);
      return standingOf(state);
    },
    {
      description: 'Asks the provider for the truth now.',
      validator: () => refuseUnless(isIn('waiting', 'unknown'), 'There is nothing to look up.'),
    },
  );
  setHandler(
    resolve,
    async (resolution) => {
      const standing = await activities.resolvePayment(identifier, resolution).catch(refuseInWords);
      news.add('evidence');
      return standing;
    },
    {
      description:
        'Ends a payment on evidence a person has seen: ' +
        '{ "status": "success" | "declined", "operator": "...", "reason": "...", "evidence": "..." }.',
      validator: (resolution) => {
        const faults = faultsOf(resolution, ['operator', 'reason', 'evidence']);
        const isStatus = resolution?.status === 'success' || resolution?.status === 'declined';
        refuseUnless(isStatus, 'status must be "success" or "declined".');
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        refuseUnless(isIn('waiting', 'unknown'), 'Only a payment that may have been sent can be resolved.');
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
      validator: () => refuseUnless(isIn('final') && !state.isTold, 'There is no callback to deliver.'),
    },
  );
}

function standingOf({ standing }: PaymentState): Standing {
  if (!standing) throw ApplicationFailure.nonRetryable('a payment that took a step has a standing');
  return standing;
}

function refuseUnless(isFine: boolean, sentence: string): void {
  if (!isFine) throw ApplicationFailure.nonRetryable(sentence, 'REFUSED');
}

/** The caller sees the sentence, not that an activity failed. */
function refuseInWords(error: unknown): never {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) throw cause;
  throw ApplicationFailure.nonRetryable('The decision could not be recorded.', 'REFUSED');
}
