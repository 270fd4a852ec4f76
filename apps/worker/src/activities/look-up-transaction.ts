import { Context } from '@temporalio/activity';
import type { WorkflowState } from '#contracts/transaction-workflow';
import {
  afterLookUp,
  endsByNotFound,
  isPastWindow,
  nextLookUpMs,
  untilTurnMs,
  type Fence,
} from '#domain/transaction/look-ups';
import type { LookupResult } from '#domain/transaction/report';
import { openAttemptOf, phaseOf } from '#domain/transaction/state';
import type { Attempt } from '#domain/transaction/transaction';
import type { PaymentCalls, PayoutCalls, ProviderAccount } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import type { LoadedForLookup } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { again } from './failures.js';
import type { Bulkhead } from './bulkhead.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { tellStep } from './tell-step.js';
import { callTimed } from './with-heartbeat.js';

/**
 * Asks the provider about the current attempt and records the answer. While the answer decides nothing it fails, so that
 * Temporal asks again after the plan's next wait without a further event in the history. If the latest attempt is over,
 * another run of its submit has ended it: there is nothing to ask, and the workflow goes on. A MID that answers as many
 * look-ups as it may is skipped this time, as if it had not answered.
 */
export function createLookUpTransaction(dependencies: ActivityDependencies, bulkhead: Bulkhead) {
  return async function lookUpTransaction(identifier: string): Promise<WorkflowState> {
    const subject = await loadKnown(dependencies.database, identifier);
    const early = Context.current().info.attempt === 1 ? untilTurnMs(subject) : 0;
    if (early > 0) throw stillOpen('the next look-up is not due yet', early);
    const waitMs = () => nextLookUpMs(subject, subject.clock());
    const mid = subject.attempts.at(-1)?.mid ?? '';
    if (bulkhead.isFull(mid))
      throw stillOpen(`the limit of concurrent look-ups at ${mid} is reached`, waitMs());
    const leave = bulkhead.enter(mid);
    crashPoint('before look-up');
    const question = isPastWindow(subject, subject.clock()) ? 'cancel' : 'lookUp';
    const { state, retryAfterMs } = await askProvider(dependencies, subject, {
      question,
      counts: true,
    }).finally(leave);
    crashPoint('after look-up');
    if (state.phase !== 'waiting' && state.phase !== 'unknown') return state;
    if (state.phase !== phaseOf(subject)) return state;
    throw stillOpen(
      `after the provider's answer it is still ${state.phase}`,
      Math.max(waitMs(), retryAfterMs),
    );
  };
}

/**
 * Asks the provider about the latest attempt, if it can know more of it than is recorded, and records what follows from
 * the answer. `cancel` asks it to stop collecting as well; a payout cannot be stopped. `counts`: it is asked in turn.
 * `retryAfterMs`: for so long it is not to be asked again.
 */
export async function askProvider(
  dependencies: ActivityDependencies,
  subject: LoadedForLookup,
  { question, counts }: { readonly question: 'lookUp' | 'cancel'; readonly counts: boolean },
): Promise<{ readonly state: WorkflowState; readonly retryAfterMs: number }> {
  const { database, configuration } = dependencies;
  const { transaction } = subject;
  const attempt = openAttemptOf(subject);
  const found = attempt && findAccount(configuration(), attempt, transaction.type);
  if (!attempt || found?.kind !== 'found') return { state: stateNow(subject), retryAfterMs: 0 };
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const { calls, account } = found;
  const { n } = attempt;
  const cancel = question === 'cancel' && 'cancel' in calls ? calls.cancel : undefined;
  const call = { transaction, attempt, operation: cancel ? 'cancel' : 'look_up' } as const;
  const ask = cancel ?? calls.lookUp;
  const answer = await callTimed(dependencies, call, () => ask(attempt, account, limit));
  const isEnding = counts && answer.kind === 'notFound' && endsByNotFound(subject, attempt);
  const fence = isEnding ? await close(dependencies, subject, { attempt, calls, account }) : 'notAsked';
  const state = await decideAndRecord(database, subject, {
    decide: (known) => afterLookUp(known, { n, answer, counts, fence }, momentOf(known)),
    reload: () => loadKnown(database, transaction.identifier),
    tell: tellStep(dependencies),
  });
  const silence = [answer, fence].find(isSilence);
  if (!silence) return { state, retryAfterMs: 0 };
  return { state: { ...state, isUnanswered: true }, retryAfterMs: silence.retryAfterMs ?? 0 };
}

function isSilence(said: Fence): said is Extract<LookupResult, { kind: 'noAnswer' }> {
  return typeof said === 'object' && said.kind === 'noAnswer';
}

/**
 * Has the provider close what it says that it does not know, before the payment ends by that: a request that was held up on its
 * way is refused when it arrives (contract §9). If the process dies before the answer is recorded, it is asked again, and says
 * the same.
 */
async function close(
  dependencies: ActivityDependencies,
  { transaction }: LoadedForLookup,
  { attempt, calls, account }: Closing,
): Promise<Fence> {
  const cancel = 'cancel' in calls && calls.cancelClosesUnseen ? calls.cancel : undefined;
  if (!cancel) return 'impossible';
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const call = { transaction, attempt, operation: 'cancel' } as const;
  const answer = await callTimed(dependencies, call, () => cancel(attempt, account, limit));
  crashPoint('after closing');
  return answer;
}

type Closing = {
  readonly attempt: Attempt;
  readonly calls: PaymentCalls | PayoutCalls;
  readonly account: ProviderAccount;
};

function stillOpen(message: string, nextRetryDelay: number) {
  return again('STILL_OPEN', message, nextRetryDelay);
}
