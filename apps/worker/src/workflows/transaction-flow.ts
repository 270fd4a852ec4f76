import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  condition,
  isCancellation,
  makeContinueAsNewFunc,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { notRegistered, type TransactionFlowInput, type WorkflowState } from '#contracts/transaction-flow';
import { searchAttributes } from '#contracts/search-attributes';
import { isIn, type FlowState, type News } from './flow-state.js';
import type { FlowActivities } from './plan-activities.js';
import { showStanding } from './show-standing.js';
import { tellMerchant } from './tell-merchant.js';
import { unless } from './unless.js';

/** A failed step is tried again after these waits. It is safe: every step looks at the books before it acts. */
const stepRetrySeconds = [1, 2, 5, 10, 30] as const;

/**
 * One payment or payout, from its registered row to the merchant's delivered callback (contract §9). It holds
 * identifiers only and begins by asking Postgres where it stands, so that a flow started anew on an old row does what
 * is left: nothing sent yet → submit; sent without an answer → look up; accepted → wait; final → tell the merchant.
 * The same makes it safe to continue as new when the server finds its history long.
 */
export async function followTransaction(
  input: TransactionFlowInput,
  activities: FlowActivities,
  state: FlowState,
): Promise<void> {
  const { type, identifier, status, timing, queue: firstQueue, known } = input;
  const { news } = state;
  if (input.isUnheard) news.add('evidence');
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

  /** Takes the step that somebody asked for; whoever asked is answered when it is known where it led. */
  const serve = (request: News, take: () => Promise<WorkflowState>): Promise<WorkflowState> =>
    take().finally(() => news.delete(request));

  /** Waits for the customer to post the page, or for the merchant to choose the bank, until the time for it is over. */
  const whileUnready = async (current: WorkflowState): Promise<WorkflowState> => {
    const left = Math.max(1, current.leftMs ?? Date.parse(current.until) - Date.now());
    await condition(() => news.has('ready') || news.has('cancel'), left, {
      summary: type === 'payment' ? 'hosted page closes' : 'bank code is no longer awaited',
    });
    if (news.has('ready'))
      return serve('ready', () => activities.submitTransaction(identifier, current.queue));
    if (news.has('cancel')) return serve('cancel', () => activities.cancelUnsent(identifier));
    return activities.expireUnsent(identifier);
  };

  /** Waits for the provider's word; what it does not tell in time is looked up until it is known. */
  const whileOpen = async (current: WorkflowState): Promise<WorkflowState> => {
    const hasNews = () => news.size > 0;
    const isToldSoon = current.isJustSent
      ? await condition(() => hasNews() || state.isLookUpDue).then(hasNews)
      : await condition(hasNews, current.lookUpDueInMs ?? timing.lookupMs[0] ?? 1, {
          summary: 'first look-up',
        });
    if (!isToldSoon) list(current);
    // Taken before it is looked at: what arrives meanwhile is news again.
    if (news.delete('evidence')) return activities.applyEvidence(identifier);
    if (news.has('cancel')) return serve('cancel', () => activities.askToCancel(identifier));
    if (news.has('lookUp')) return serve('lookUp', () => activities.lookUpOnce(identifier));
    return unless(hasNews, () => activities.lookUpTransaction(identifier), current);
  };

  const takeStep = (current: WorkflowState | undefined): Promise<WorkflowState> => {
    if (current?.phase === 'unready') return whileUnready(current);
    if (current?.phase === 'waiting' || current?.phase === 'unknown') return whileOpen(current);
    return activities.submitTransaction(identifier, current?.queue);
  };

  /**
   * Takes one step and shows where it led. After an activity that failed for now only the books know, so they are asked
   * again; anything else is a fault of ours and stays to be seen in Temporal.
   */
  const advance = async (take: () => Promise<WorkflowState>) => {
    try {
      const { attempts = [], ...standing } = await take();
      for (const attempt of attempts) state.attempts.set(attempt.n, attempt);
      state.standing = standing;
      failures = 0;
      if (state.standing.phase !== 'unready') news.delete('ready');
      showStanding(type, state);
      if (state.standing.phase !== 'waiting' && state.standing.phase !== 'unknown') list(state.standing);
    } catch (error) {
      if (!isPassing(error)) throw error;
      state.standing = undefined;
      const wait = stepRetrySeconds[failures] ?? stepRetrySeconds[stepRetrySeconds.length - 1];
      failures = Math.min(failures + 1, stepRetrySeconds.length);
      await sleep(`${wait}s`, { summary: 'a step failed and is tried again' });
    }
  };

  await advance(() =>
    known ? Promise.resolve(known) : activities.submitTransaction(identifier, firstQueue),
  );
  while (!isIn(state, 'final')) {
    if (workflowInfo().continueAsNewSuggested && isUnasked(state))
      await beginAnew({ ...input, status: listed }, state);
    const current: WorkflowState | undefined = state.standing;
    await advance(() => takeStep(current));
  }

  for (const request of ['ready', 'cancel', 'lookUp'] as const) news.delete(request);

  const telling = tellMerchant(identifier, activities, state);
  while (!state.isTold || news.has('evidence')) {
    await Promise.race([telling, condition(() => state.isTold || news.has('evidence'))]);
    if (news.delete('evidence')) await advance(() => activities.applyEvidence(identifier));
  }
  await condition(allHandlersFinished);
}

/** An identifier that was never registered does not become one by waiting. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) return false;
  return !(error.cause instanceof ApplicationFailure && error.cause.type === notRegistered);
}

/** Nobody waits for a step that was asked for: evidence alone waits in the inbox. */
function isUnasked({ news }: FlowState): boolean {
  return allHandlersFinished() && [...news].every((request) => request === 'evidence');
}

/** With a history of its own. Where it stands is in the books; that something was heard goes with it. */
function beginAnew(input: TransactionFlowInput, { news }: FlowState): Promise<never> {
  const { queue: _queue, isUnheard: _isUnheard, known: _known, ...rest } = input;
  const unheard = news.has('evidence') ? { isUnheard: true as const } : {};
  return makeContinueAsNewFunc<(next: TransactionFlowInput) => Promise<void>>()({ ...rest, ...unheard });
}
