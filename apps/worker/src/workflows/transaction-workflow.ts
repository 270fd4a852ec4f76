import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  condition,
  isCancellation,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { searchAttributes } from '#contracts/search-attributes';
import {
  decodeStep,
  encodeStep,
  type RecordedStep,
  type StepResult,
  type WorkflowState,
} from '#contracts/step-result';
import { notRegistered, type TransactionWorkflowInput } from '#contracts/transaction-workflow';
import { paysOut, type TransactionType } from '#domain/transaction/status';
import { atOnce, localActivities, lookUpProxies, submitProxy } from './activity-proxies.js';
import { deliverUntilAccepted } from './deliver-until-accepted.js';
import { registerHandlers } from './handlers.js';
import { raceCancelling } from './race-cancelling.js';
import { showFailedStep, showState } from './show-state.js';
import { startNewRun } from './start-new-run.js';
import {
  createRun,
  isIdle,
  isIn,
  isMerchantCancelling,
  mayCarryOver,
  mayEndInThisTask,
  type PendingRequest,
} from './transaction-run.js';

/** Waits after a failed step, in seconds. Steps are safe to repeat, because each one reads Postgres first. */
const stepRetrySeconds = [1, 2, 5, 10, 30] as const;

/**
 * One payment, payout or refund (workflow types `paymentFlow`, `payoutFlow`, `refundFlow`), from its registered row to the merchant's
 * delivered callback (contract §9). It holds identifiers only and begins by reading the state from Postgres, so that a
 * workflow that is started again does what is left to do: not sent → submit; sent without an answer → look up; accepted →
 * wait; final → deliver the callback. For the same reason it may continue as new, when its history is long or a release
 * asks for it.
 */
export async function transactionWorkflow(input: TransactionWorkflowInput): Promise<void> {
  const { type, identifier, status, timing, known } = input;
  const run = createRun(input);
  const { pending } = run;
  const { applyEvidence, expireUnsent, cancelUnsent } = localActivities;
  const { lookUpTransaction, lookUpOnce, askToCancel } = lookUpProxies(timing);
  registerHandlers(input, run);
  if (input.isUnheard) pending.add('report');
  let failures = 0;
  let listedStatus = status;

  /** Lists the transaction under its status. Each change of the list is an event, so a status that soon ends is left out. */
  const list = (now: WorkflowState) => {
    if (now.status === listedStatus) return;
    listedStatus = now.status;
    upsertSearchAttributes([
      { key: searchAttributes.status, value: now.status },
      ...(now.provider ? [{ key: searchAttributes.provider, value: now.provider }] : []),
    ]);
  };

  /** The request that the current step serves. It stays pending until the state after the step is known. */
  let requestInService: PendingRequest | undefined;
  const serveRequest = (
    request: PendingRequest,
    step: () => Promise<RecordedStep>,
  ): Promise<RecordedStep> => {
    requestInService = request;
    return step();
  };
  const completeRequest = () => {
    if (requestInService) pending.delete(requestInService);
    requestInService = undefined;
  };

  /** Submits within the workflow's own task if the provider answers soon, otherwise by an activity. */
  const submitTransaction = async (queue: string | undefined): Promise<RecordedStep> => {
    const result = queue === undefined ? await atOnce.submitAtOnce(identifier) : undefined;
    return result ?? submitProxy(timing, queue).submitTransaction(identifier);
  };

  /** Leaves the request pending for a payment that may have been sent: the next step asks its provider to cancel. */
  const cancelForMerchant = async (): Promise<RecordedStep> => {
    const result = await cancelUnsent(identifier, 'merchant');
    if (paysOut(type) || !isOpen(result)) pending.delete('cancel');
    return result;
  };

  /**
   * Waits for the customer to post the page, or for the merchant to choose the bank, until it is too late for that. If the page
   * asks for another card, a report about the one before is read before that card is sent. Histories of earlier builds hold no
   * attempt in this phase.
   */
  const whileAwaitingInput = async (current: StepResult): Promise<RecordedStep> => {
    const { leftMs, until } = current.state;
    const waitMs = Math.max(1, leftMs ?? Date.parse(until) - Date.now());
    const isReported = () => run.attempts.size > 0 && pending.has('report');
    const isRequested = () => pending.has('input') || pending.has('cancel') || isReported();
    if (!current.next?.isTooLate)
      await condition(() => isRequested() || mayCarryOver(run), waitMs, { summary: inputEnds[type] });
    if (isReported()) {
      pending.delete('report');
      return applyEvidence(identifier, mayEndInThisTask(run));
    }
    if (isMerchantCancelling(run)) return cancelForMerchant();
    if (pending.has('input')) return serveRequest('input', () => submitTransaction(current.next?.queue));
    if (pending.has('cancel')) return serveRequest('cancel', () => cancelUnsent(identifier));
    return mayCarryOver(run) ? encodeStep(current) : expireUnsent(identifier);
  };

  /** Waits for the provider's callback; if none arrives in time, looks the transaction up until the outcome is known. */
  const whileOpen = async (current: StepResult): Promise<RecordedStep> => {
    const { isJustSent, lookUpDueInMs } = current.next ?? {};
    const isRequested = () => [...pending].some((request) => request !== 'carryOver') || mayCarryOver(run);
    const isInTime = isJustSent
      ? await condition(() => isRequested() || run.isLookUpDue).then(isRequested)
      : await condition(isRequested, lookUpDueInMs ?? timing.lookupMs[0] ?? 1, { summary: 'first look-up' });
    if (!isInTime) list(current.state);
    // Deleted before the inbox is read: a report that arrives meanwhile is pending again.
    if (pending.delete('report')) return applyEvidence(identifier, mayEndInThisTask(run));
    if (pending.has('cancel')) return serveRequest('cancel', () => askToCancel(identifier));
    if (pending.has('lookUp')) return serveRequest('lookUp', () => lookUpOnce(identifier));
    if (mayCarryOver(run)) return encodeStep(current);
    return raceCancelling(isRequested, () => lookUpTransaction(identifier), encodeStep(current));
  };

  const nextStep = (current: StepResult | undefined): Promise<RecordedStep> => {
    if (current?.state.phase === 'awaitingInput') return whileAwaitingInput(current);
    if (current && isOpen(current.state)) return whileOpen(current);
    if (isMerchantCancelling(run)) return cancelForMerchant();
    return submitTransaction(current?.next?.queue);
  };

  /**
   * Runs one step and shows its result. After a temporary failure of an activity only Postgres knows the state, so the next
   * step reads it; any other failure is a defect and stays visible in Temporal. Results are decoded here: a `then` at the
   * proxies would delay them, and change the order in which recorded histories replay.
   */
  const runStep = async (step: () => Promise<RecordedStep>) => {
    try {
      const { state: stateAndAttempts, next = {} } = decodeStep(await step());
      const { attempts = [], ...state } = stateAndAttempts;
      for (const attempt of attempts) run.attempts.set(attempt.n, attempt);
      run.state = state;
      run.hasFailed = false;
      run.next = next;
      completeRequest();
      failures = 0;
      if (state.phase !== 'awaitingInput') pending.delete('input');
      // The look-ups of a further card begin anew.
      else if (run.attempts.size > 0) run.isLookUpDue = false;
      // There is no callback yet that could be released.
      if (state.phase !== 'final') pending.delete('release');
      showState(input, run);
      if (!isOpen(state)) list(state);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      run.state = undefined;
      run.hasFailed = true;
      showFailedStep(input, run);
      completeRequest();
      const wait = stepRetrySeconds[failures] ?? stepRetrySeconds[stepRetrySeconds.length - 1];
      failures = Math.min(failures + 1, stepRetrySeconds.length);
      await sleep(`${wait}s`, { summary: 'a step failed and is tried again' });
    }
  };

  /** Continues as new. Hands over unread reports, a pending proposal and open reviews; the new run reads the rest from Postgres. */
  const continueInNewRun = () => {
    const { queue: _queue, isUnheard: _isUnheard, known: _known, ...rest } = input;
    const unread = pending.has('report') ? { isUnheard: true as const } : {};
    const { proposal, reviews } = run;
    return startNewRun({ ...rest, status: listedStatus, ...unread, proposal, ...(reviews && { reviews }) });
  };

  await runStep(() => {
    if (known) return Promise.resolve(known);
    return isMerchantCancelling(run) ? cancelForMerchant() : submitTransaction(input.queue);
  });
  while (!isIn(run, 'final')) {
    if (mayCarryOver(run) || (workflowInfo().continueAsNewSuggested && isIdle(run))) await continueInNewRun();
    const current = run.state && { state: run.state, next: run.next };
    await runStep(() => nextStep(current));
  }

  for (const request of ['input', 'cancel', 'lookUp'] as const) pending.delete(request);

  // Not concurrently with another local activity: concurrent ones are not replayed in the order in which they ended.
  const { firstDelivery } = run.next;
  const first =
    firstDelivery === undefined && mayEndInThisTask(run)
      ? await atOnce.deliverAtOnce(identifier).catch(undefinedIfRetryable)
      : firstDelivery;
  const delivering = deliverUntilAccepted(input, run, first);
  while (!run.isDelivered || pending.has('report')) {
    const isInterrupted = () => run.isDelivered || pending.has('report') || mayCarryOver(run);
    await Promise.race([delivering, condition(isInterrupted)]);
    if (pending.delete('report')) await runStep(() => applyEvidence(identifier));
    else if (!run.isDelivered && mayCarryOver(run)) await continueInNewRun();
  }
  await condition(allHandlersFinished);
  showState(input, run, true);
}

/** Summary of the timer that ends the wait for input. */
const inputEnds: Readonly<Record<TransactionType, string>> = {
  payment: 'hosted page closes',
  payout: 'bank code is no longer awaited',
  refund: 'approval is no longer awaited',
};

/** The transaction may have been sent: its provider can be asked. */
function isOpen({ phase }: Pick<WorkflowState | RecordedStep, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'unknown';
}

/**
 * A temporary failure of a step. An identifier that was never registered is a permanent one. The failure of a local activity
 * arrives as it is, that of any other activity is wrapped.
 */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof TemporalFailure) || isCancellation(error)) return false;
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return !(failure instanceof ApplicationFailure && failure.type === notRegistered);
}

function undefinedIfRetryable(error: unknown): undefined {
  if (!isRetryable(error)) throw error;
}
