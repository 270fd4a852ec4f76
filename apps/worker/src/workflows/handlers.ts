import { condition, proxyActivities, setHandler } from '@temporalio/workflow';
import { carryOver } from '#contracts/carry-over';
import { approve, deliverNow, faultsOf, lookUpNow, resolve } from '#contracts/operator-updates';
import {
  awaitFirstStep,
  awaitNextStep,
  bankCodeMax,
  callbackReleased,
  callbackSuspected,
  cancelPayment,
  cancelPayout,
  cancelRefund,
  confirmBankCode,
  reportArrived,
  inputReceived,
  lookUpDue,
  type AnsweredState,
  type TransactionWorkflowInput,
} from '#contracts/transaction-workflow';
import { reviewsChanged } from '#contracts/follow-up-workflows';
import { decodeStep } from '#contracts/step-result';
import type { Canceller } from '#domain/transaction/decide-end';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { bookkeeping } from './activity-proxies.js';
import { refuseInWords, refuseUnless } from './refuse.js';
import { noteReviews, showState } from './show-state.js';
import {
  accepting,
  answeredState,
  isIn,
  mayBeIn,
  mayBeSubmitting,
  noteInput,
  refuseUnlessIn,
  stateWhen,
  type TransactionRun,
} from './transaction-run.js';

// Not local: local activities of concurrent updates are not replayed in the order in which they ended.
const { approvePayout, cancelUnsent, chooseBankCode, closeResolvedReviews, resolveTransaction } =
  proxyActivities<
    Pick<
      TransactionActivities,
      'approvePayout' | 'cancelUnsent' | 'chooseBankCode' | 'closeResolvedReviews' | 'resolveTransaction'
    >
  >(bookkeeping);

const open = ['waiting', 'unknown'] as const;
const nothingToLookUp =
  'There is nothing to look up: only a transaction that is open at the provider can be.';
const neverSent = 'Only a transaction that is open and may have been sent can be resolved.';
const notHeld = 'Only a transaction that is held for a person can be approved.';
const sentAlready = 'Only a transaction that was never sent can be cancelled.';

/** Registers the signals and updates of a transaction. To be called before the workflow's first wait. */
export function registerHandlers(input: TransactionWorkflowInput, run: TransactionRun): void {
  registerSignals(input, run);
  registerOperatorUpdates(input, run);
  registerOwnUpdates[input.type](input, run);
}

const registerOwnUpdates: Readonly<
  Record<TransactionType, (input: TransactionWorkflowInput, run: TransactionRun) => void>
> = {
  payment: registerPaymentUpdates,
  payout: (input, run) => {
    registerBankChoice(input, run);
    registerHoldUpdates(input, run, cancelPayout);
  },
  refund: (input, run) => registerHoldUpdates(input, run, cancelRefund),
};

/** Signals only decide on the next step, and have no content; `reviewsChanged` only changes the page. The api's create call waits for the first step. */
function registerSignals(input: TransactionWorkflowInput, run: TransactionRun): void {
  const { pending } = run;
  setHandler(reportArrived, () => void pending.add('report'), {
    description: 'A callback from the provider is in the inbox.',
  });
  setHandler(lookUpDue, () => void (run.isLookUpDue = true), {
    description: 'No report has arrived since it was sent; asks the provider.',
  });
  setHandler(callbackSuspected, () => void (isIn(run, 'waiting', 'unknown') && pending.add('lookUp')), {
    description: 'A callback with a wrong signature arrived; asks the provider.',
  });
  setHandler(callbackReleased, () => void (mayBeIn(run, 'due', 'final') && pending.add('release')), {
    description: 'The callback may be sent to an endpoint that was paused.',
  });
  setHandler(carryOver, () => void pending.add('carryOver'), {
    description: 'A release asks for a new run, on the current version of the worker.',
  });
  setHandler(reviewsChanged, (reviews) => noteReviews(input, run, reviews), {
    description: 'A review of it was raised or closed: this page says what is open.',
  });
  setHandler(inputReceived, () => noteInput(run), {
    description: 'The page was posted or the bank was chosen, but nothing was sent yet.',
  });
  setHandler(
    awaitFirstStep,
    accepting(run, () => stateWhen(run, () => true)),
    { description: 'Internal, not to be used: the api waits here until the merchant can be answered.' },
  );
}

/** Updates that operations staff send to every transaction (docs/operations.md). */
function registerOperatorUpdates(input: TransactionWorkflowInput, run: TransactionRun): void {
  const { identifier } = input;
  const { pending } = run;
  setHandler(
    lookUpNow,
    accepting(run, async () => {
      await refuseUnlessIn(run, open, nothingToLookUp);
      pending.add('lookUp');
      await condition(() => !pending.has('lookUp') && run.state !== undefined);
      return answeredState(run);
    }),
    {
      description: 'Asks the provider now.',
      validator: () => refuseUnless(mayBeIn(run, ...open), nothingToLookUp),
    },
  );
  setHandler(
    resolve,
    accepting(run, async ({ closeReview, ...resolution }) => {
      await refuseUnlessIn(run, open, neverSent);
      const shown = run.reviews?.open ?? [];
      const resolved = await resolveTransaction(identifier, resolution).catch(refuseInWords);
      run.proposal = resolved.proposal;
      if (resolved.proposal === undefined) pending.add('report');
      else showState(input, run);
      if (resolved.proposal !== undefined || closeReview !== true) return resolved;
      const { operator, reason } = resolution;
      const closing = { operator, reason, ids: shown.map(({ id }) => id) };
      return { ...resolved, next: await closeResolvedReviews(identifier, closing).catch(refuseInWords) };
    }),
    {
      description:
        'Ends it on evidence a person has seen: ' +
        '{ "status": "success" | "declined", "operator": "...", "reason": "...", "evidence": "..." }. ' +
        'With "closeReview": true it also closes the reviews that this page shows and that it settles. ' +
        'A payout or refund may need a second operator, who sends the same.',
      validator: (resolution) => {
        const faults = faultsOf(resolution, ['operator', 'reason', 'evidence']);
        const isStatus = resolution?.status === 'success' || resolution?.status === 'declined';
        refuseUnless(isStatus, 'status must be "success" or "declined".');
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        const isFlag = ['undefined', 'boolean'].includes(typeof resolution.closeReview);
        refuseUnless(isFlag, 'closeReview must be true, false or left out.');
        refuseUnless(mayBeIn(run, ...open), neverSent);
      },
    },
  );
  setHandler(
    deliverNow,
    accepting(run, async () => {
      pending.add('deliver');
      await condition(() => !pending.has('deliver'));
      return run.isDelivered ? 'delivered' : `The merchant ${run.saidByHand}.`;
    }),
    {
      description: "Tries to deliver the merchant's callback now.",
      validator: () => {
        refuseUnless(isIn(run, 'final') && !run.isDelivered, 'There is no callback to deliver now.');
        // A refused request of the merchant is served by a redelivery workflow.
        refuseUnless(!run.isRedelivering, 'The callback is being delivered now; ask again.');
      },
    },
  );
}

/** Updates from the customer's page, the merchant or an operator. */
function registerPaymentUpdates({ identifier }: TransactionWorkflowInput, run: TransactionRun): void {
  setHandler(
    awaitNextStep,
    accepting(run, () => {
      noteInput(run);
      return stateWhen(run, () => !run.pending.has('input'));
    }),
    {
      description:
        'Internal, not to be used: the hosted page was posted, and the checkout waits here for the next step.',
    },
  );
  setHandler(
    cancelPayment,
    accepting(run, (by?: Canceller) => {
      if (!isIn(run, 'final')) run.pending.add('cancel');
      return by === 'merchant' ? cancelPaymentOfMerchant(identifier, run) : stateOnceCancelled(run);
    }),
    { description: 'Ends a payment that was never sent; asks the provider to cancel any other.' },
  );
}

/** The merchant may choose the bank after the payout was created (specification §4). */
function registerBankChoice({ identifier }: TransactionWorkflowInput, run: TransactionRun): void {
  setHandler(
    confirmBankCode,
    accepting(run, async (bankCode, held) => {
      const choice = await (held
        ? chooseBankCode(identifier, bankCode, held)
        : chooseBankCode(identifier, bankCode));
      if (choice.bankCode !== undefined) noteInput(run);
      return choice;
    }),
    {
      description: 'Chooses the bank, once: its code as offered in the challenge.',
      validator: (...[bankCode]) => {
        const isText = typeof bankCode === 'string' && bankCode !== '' && bankCode.length <= bankCodeMax;
        refuseUnless(isText, 'The argument must be the code of a bank, a string.');
        refuseUnless(mayBeIn(run, 'awaitingInput'), 'This payout is no longer waiting for a bank.');
      },
    },
  );
}

/** Updates from an operator, or a merchant who cancels, of a payout or refund that may be held. */
function registerHoldUpdates(
  input: TransactionWorkflowInput,
  run: TransactionRun,
  cancel: typeof cancelPayout,
): void {
  const { type, identifier } = input;
  setHandler(
    approve,
    accepting(run, async (approval) => {
      await refuseUnlessIn(run, ['awaitingInput'], notHeld);
      const { proposal } = await approvePayout(identifier, approval).catch(refuseInWords);
      run.proposal = proposal;
      if (proposal === undefined) noteInput(run);
      else showState(input, run);
      return proposal ?? 'Approved.';
    }),
    {
      description:
        `Sends a ${type} that was held for a person: { "operator": "...", "reason": "...", "evidence": "..." }. ` +
        'This may need a second operator, who sends the same.',
      validator: (approval) => {
        const faults = faultsOf(approval, ['operator', 'reason', 'evidence']);
        refuseUnless(faults.length === 0, `Required: ${faults.join(', ')}.`);
        refuseUnless(mayBeIn(run, 'awaitingInput'), notHeld);
      },
    },
  );
  setHandler(
    cancel,
    accepting(run, async (by?: Canceller) => {
      if (by === 'merchant') return cancelUnsentOfMerchant(identifier, run);
      await refuseUnlessIn(run, ['awaitingInput'], sentAlready);
      run.pending.add('cancel');
      return stateOnceCancelled(run);
    }),
    {
      description: `Ends a ${type} that waits for input, or is held for a person; its funds are released.`,
      validator: (by?: Canceller) =>
        refuseUnless(by === 'merchant' || mayBeIn(run, 'awaitingInput'), sentAlready),
    },
  );
}

/** The provider of a payment that may have been sent is asked to cancel once its submit has ended. */
async function cancelPaymentOfMerchant(identifier: string, run: TransactionRun): Promise<AnsweredState> {
  const state = await cancelWhileSubmitting(identifier, run);
  return state?.phase === 'final' ? state : stateOnceServed(run);
}

/** A payout or refund that may have been sent is not cancelled; the merchant gets its current state. */
async function cancelUnsentOfMerchant(identifier: string, run: TransactionRun): Promise<AnsweredState> {
  if (isIn(run, ...open, 'final')) return answeredState(run);
  run.pending.add('cancel');
  const state = await cancelWhileSubmitting(identifier, run);
  if (!state) return stateOnceServed(run);
  run.pending.delete('cancel');
  return state;
}

/**
 * Cancels beside a step that may be submitting, which can take too long to wait for: the row of an attempt shows whether
 * anything may have been sent. Undefined if no such step is under way; the workflow's next step serves the request then.
 */
async function cancelWhileSubmitting(
  identifier: string,
  run: TransactionRun,
): Promise<AnsweredState | undefined> {
  run.canceller = 'merchant';
  return mayBeSubmitting(run) ? decodeStep(await cancelUnsent(identifier, run.canceller)).state : undefined;
}

/**
 * The state once the cancel is served, even if unknown: merchants poll, and Temporal limits open updates per workflow, of
 * which one must stay free for an operator.
 */
async function stateOnceServed(run: TransactionRun): Promise<AnsweredState> {
  await condition(() => !run.pending.has('cancel') && run.state !== undefined);
  return answeredState(run);
}

function stateOnceCancelled(run: TransactionRun): Promise<AnsweredState> {
  return stateWhen(run, () => !run.pending.has('cancel'));
}
