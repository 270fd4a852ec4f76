import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { acceptedIt } from '#contracts/follow-up-workflows';
import { searchAttributes } from '#contracts/search-attributes';
import {
  notRegistered,
  type FirstAttempt,
  type TransactionWorkflowInput,
  type WorkflowState,
} from '#contracts/transaction-workflow';
import type { PlannedTiming } from '#domain/transaction/plan';
import { atOnce, deliveryProxies, localActivities, lookUpProxies, submitProxy } from './activity-proxies.js';
import { beginAnew } from './begin-anew.js';
import { showState } from './describe-state.js';
import { registerHandlers } from './handlers.js';
import {
  createRun,
  isIdle,
  isIn,
  isMerchantCancelling,
  mayCarryOver,
  mayEndInThisTask,
  type PendingRequest,
  type TransactionRun,
} from './transaction-run.js';

/** After a failed step: the waits before the next one, in seconds. Repeating is safe, every step reads Postgres first. */
const stepRetrySeconds = [1, 2, 5, 10, 30] as const;

/**
 * One payment or payout (workflow types `paymentFlow` and `payoutFlow`), from its registered row to the merchant's
 * delivered callback (contract §9). It holds identifiers only and begins by asking Postgres for the state, so that a
 * workflow started anew on an old row does what remains: not sent → submit; sent without an answer → look up; accepted →
 * wait; final → deliver the callback. The same makes it safe to continue as new, when the server finds its history long or
 * a release asks for it.
 */
export async function transactionWorkflow(input: TransactionWorkflowInput): Promise<void> {
  const { type, identifier, status, timing, queue: firstQueue, known } = input;
  const run = createRun(input.proposal);
  const { pending } = run;
  const { applyEvidence, expireUnsent, cancelUnsent } = localActivities;
  const { lookUpTransaction, lookUpOnce, askToCancel } = lookUpProxies(timing);
  registerHandlers(input, run);
  if (input.isUnheard) pending.add('report');
  let failures = 0;
  let listed = status;

  /** Lists the transaction under its status. Each change is an event, so a status that passes at once is not listed. */
  const list = (now: WorkflowState) => {
    if (now.status === listed) return;
    listed = now.status;
    upsertSearchAttributes([
      { key: searchAttributes.status, value: now.status },
      ...(now.provider ? [{ key: searchAttributes.provider, value: now.provider }] : []),
    ]);
  };

  /** Takes the step that was requested; the request counts as served once the state that the step has led to is known. */
  let served: PendingRequest | undefined;
  const serve = (request: PendingRequest, take: () => Promise<WorkflowState>): Promise<WorkflowState> => {
    served = request;
    return take();
  };
  const endServing = () => {
    if (served) pending.delete(served);
    served = undefined;
  };

  /** Within the workflow's own task where that is answered soon, else by an activity of its own. */
  const submitTransaction = async (queue: string | undefined): Promise<WorkflowState> => {
    const state = queue === undefined ? await atOnce.submitAtOnce(identifier) : undefined;
    return state ?? submitProxy(timing, queue).submitTransaction(identifier);
  };

  /** The provider of a payment that may have been sent is asked to cancel in the next step. */
  const cancelForMerchant = async (): Promise<WorkflowState> => {
    const state = await cancelUnsent(identifier, 'merchant');
    if (type === 'payout' || !isOpen(state)) pending.delete('cancel');
    return state;
  };

  /** Waits for the customer to post the page, or for the merchant to choose the bank, until it is too late for that. */
  const whileAwaitingInput = async (current: WorkflowState): Promise<WorkflowState> => {
    const leftMs = Math.max(1, current.leftMs ?? Date.parse(current.until) - Date.now());
    await condition(() => pending.has('input') || pending.has('cancel') || mayCarryOver(run), leftMs, {
      summary: type === 'payment' ? 'hosted page closes' : 'bank code is no longer awaited',
    });
    if (isMerchantCancelling(run)) return cancelForMerchant();
    if (pending.has('input')) return serve('input', () => submitTransaction(current.queue));
    if (pending.has('cancel')) return serve('cancel', () => cancelUnsent(identifier));
    return mayCarryOver(run) ? current : expireUnsent(identifier);
  };

  /** Waits for the provider's callback; without one in time the provider is asked until the outcome is known. */
  const whileOpen = async (current: WorkflowState): Promise<WorkflowState> => {
    const isRequested = () => [...pending].some((request) => request !== 'carryOver') || mayCarryOver(run);
    const isHeardInTime = current.isJustSent
      ? await condition(() => isRequested() || run.isLookUpDue).then(isRequested)
      : await condition(isRequested, current.lookUpDueInMs ?? timing.lookupMs[0] ?? 1, {
          summary: 'first look-up',
        });
    if (!isHeardInTime) list(current);
    // Taken before the inbox is read: what arrives meanwhile is pending again.
    if (pending.delete('report')) return applyEvidence(identifier, mayEndInThisTask(run));
    if (pending.has('cancel')) return serve('cancel', () => askToCancel(identifier));
    if (pending.has('lookUp')) return serve('lookUp', () => lookUpOnce(identifier));
    if (mayCarryOver(run)) return current;
    return raceCancelling(isRequested, () => lookUpTransaction(identifier), current);
  };

  const takeStep = (current: WorkflowState | undefined): Promise<WorkflowState> => {
    if (current?.phase === 'unready') return whileAwaitingInput(current);
    if (current && isOpen(current)) return whileOpen(current);
    if (isMerchantCancelling(run)) return cancelForMerchant();
    return submitTransaction(current?.queue);
  };

  /**
   * Takes one step and shows its result. After an activity that failed for now only Postgres knows the state, so it is
   * asked again; anything else is a fault of ours and stays visible in Temporal.
   */
  const advance = async (take: () => Promise<WorkflowState>) => {
    try {
      const { attempts = [], told, ...state } = await take();
      for (const attempt of attempts) run.attempts.set(attempt.n, attempt);
      run.told = told;
      run.state = state;
      endServing();
      failures = 0;
      if (state.phase !== 'unready') pending.delete('input');
      // There is no callback yet that could wait for it.
      if (state.phase !== 'final') pending.delete('release');
      showState(type, run);
      if (!isOpen(state)) list(state);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      run.state = undefined;
      endServing();
      const wait = stepRetrySeconds[failures] ?? stepRetrySeconds[stepRetrySeconds.length - 1];
      failures = Math.min(failures + 1, stepRetrySeconds.length);
      await sleep(`${wait}s`, { summary: 'a step failed and is tried again' });
    }
  };

  /** In a new run, which asks Postgres for the state. That a report is unread is handed on, and what awaits an operator. */
  const goOnAnew = () => {
    const { queue: _queue, isUnheard: _isUnheard, known: _known, ...rest } = input;
    const unheard = pending.has('report') ? { isUnheard: true as const } : {};
    return beginAnew({ ...rest, status: listed, ...unheard, proposal: run.proposal });
  };

  await advance(() => {
    if (known) return Promise.resolve(known);
    return isMerchantCancelling(run) ? cancelForMerchant() : submitTransaction(firstQueue);
  });
  while (!isIn(run, 'final')) {
    if (mayCarryOver(run) || (workflowInfo().continueAsNewSuggested && isIdle(run))) await goOnAnew();
    const current = run.state;
    await advance(() => takeStep(current));
  }

  for (const request of ['input', 'cancel', 'lookUp'] as const) pending.delete(request);

  // Not beside another local activity: those that run at once are not replayed in the order in which they ended.
  const first =
    run.told === undefined && mayEndInThisTask(run)
      ? await atOnce.deliverAtOnce(identifier).catch(undefinedIfRetryable)
      : run.told;
  const delivering = deliverUntilTaken(identifier, timing, run, first, () => showState(type, run));
  while (!run.isDelivered || pending.has('report')) {
    const isCalled = () => run.isDelivered || pending.has('report') || mayCarryOver(run);
    await Promise.race([delivering, condition(isCalled)]);
    if (pending.delete('report')) await advance(() => applyEvidence(identifier));
    else if (!run.isDelivered && mayCarryOver(run)) await goOnAnew();
  }
  await condition(allHandlersFinished);
}

/**
 * Delivers the merchant's callback, of which a first attempt at once has come to `first`. `deliverNow` interrupts the
 * wait for the next attempt and makes one out of turn, which uses no retry step. While the endpoint is paused it waits for
 * a signal or an update, without a timer. For a new run it stands aside. `show` is called whenever `run.delivery` has
 * changed.
 */
async function deliverUntilTaken(
  identifier: string,
  timing: PlannedTiming,
  run: TransactionRun,
  first: string | FirstAttempt | undefined,
  show: () => void,
): Promise<void> {
  const { deliverCallback, redeliverCallback } = deliveryProxies(timing);
  const { pending } = run;
  const isInterrupted = () => pending.has('deliver') || pending.has('release') || mayCarryOver(run);
  const say = (delivery: string | undefined) => {
    run.delivery = delivery;
    show();
  };
  const settle = async (outcome: string | undefined) => {
    say(outcome);
    if (outcome === 'paused') {
      await condition(isInterrupted);
      say(undefined);
    } else run.isDelivered = outcome !== undefined;
    pending.delete('release');
    if (pending.has('deliver') && !run.isDelivered) {
      run.isRedelivering = true;
      run.isDelivered = (await redeliverCallback(identifier)) === acceptedIt;
      run.isRedelivering = false;
      if (run.isDelivered) say('delivered');
    }
    pending.delete('deliver');
  };
  if (typeof first === 'string' && !isLeft.has(first)) await settle(first);
  const made = typeof first === 'object' ? [first] : [];
  while (!run.isDelivered) {
    if (mayCarryOver(run)) await condition(() => !mayCarryOver(run));
    await settle(
      await raceCancelling<string | undefined>(
        isInterrupted,
        () => deliverCallback(identifier, ...made),
        undefined,
      ),
    );
  }
}

/** Outcomes of a first attempt that leave the merchant to be told. */
const isLeft: ReadonlySet<string> = new Set(['pending', 'untold']);

/** Runs an activity that may take long, and cancels it with `otherwise` for an answer as soon as something matters more. */
async function raceCancelling<Answer>(
  happens: () => boolean,
  run: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const scope = new CancellationScope();
  const running = scope.run(run);
  let isDone = false;
  const done = running.finally(() => (isDone = true));
  await Promise.race([done, condition(() => isDone || happens())]);
  if (isDone) return done;
  scope.cancel();
  await done.catch(() => undefined);
  return otherwise;
}

/** It may have been sent: its provider can be asked. */
function isOpen({ phase }: WorkflowState): boolean {
  return phase === 'waiting' || phase === 'unknown';
}

/**
 * A step that failed for now. An identifier that was never registered does not become registered by waiting. Of a local
 * activity the failure itself arrives, of any other one wrapped.
 */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof TemporalFailure) || isCancellation(error)) return false;
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return !(failure instanceof ApplicationFailure && failure.type === notRegistered);
}

function undefinedIfRetryable(error: unknown): undefined {
  if (!isRetryable(error)) throw error;
}
