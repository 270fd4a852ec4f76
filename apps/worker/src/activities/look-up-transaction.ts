import { Context } from '@temporalio/activity';
import { encoded, type StepResult } from '#contracts/step-result';
import {
  afterLookUp,
  endsByNotFound,
  hasWindowJustEnded,
  isPastWindow,
  nextLookUpMs,
  untilTurnMs,
  type Fence,
} from '#domain/transaction/look-ups';
import type { LookupResult } from '#domain/transaction/report';
import { openAttemptOf, phaseOf } from '#domain/transaction/state';
import type { Attempt } from '#domain/transaction/transaction';
import type { LoadedForLookup } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { questionsAbout, type Questions } from './ask-about.js';
import { again } from './failures.js';
import type { Bulkhead } from './bulkhead.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { publishStep } from './publish-step.js';
import { callTimed } from './with-heartbeat.js';

/**
 * Asks the provider about the current attempt and records the answer. Throws `STILL_OPEN` while the answer decides nothing, so
 * that Temporal asks again after the plan's next wait without a further event in the history; returns once when the time to pay
 * is over. If the latest attempt has ended, by another run of its submit, the provider is not asked and the workflow continues.
 * If the MID is at its limit of concurrent look-ups, this one is skipped, as if the provider had not answered.
 */
export function createLookUpTransaction(dependencies: ActivityDependencies, bulkhead: Bulkhead) {
  return encoded(async function lookUpTransaction(identifier: string): Promise<StepResult> {
    const subject = await loadKnown(dependencies.database, identifier);
    const early = Context.current().info.attempt === 1 ? untilTurnMs(subject) : 0;
    if (early > 0) throw stillOpen('the next look-up is not due yet', early);
    const waitMs = () => nextLookUpMs(subject, subject.clock());
    const mid = subject.attempts.at(-1)?.mid ?? '';
    if (bulkhead.isFull(mid))
      throw stillOpen(`the limit of concurrent look-ups at ${mid} is reached`, waitMs());
    const release = bulkhead.acquire(mid);
    crashPoint('before look-up');
    const question = isPastWindow(subject, subject.clock()) ? 'cancel' : 'lookUp';
    const { result, retryAfterMs } = await askProvider(dependencies, subject, {
      question,
      counts: true,
    }).finally(release);
    crashPoint('after look-up');
    const { phase } = result.state;
    if ((phase !== 'waiting' && phase !== 'unknown') || phase !== phaseOf(subject)) return result;
    const nextMs = Math.max(waitMs(), retryAfterMs);
    // The page of the workflow says until when the customer can pay: it is written again.
    if (phase === 'waiting' && hasWindowJustEnded(subject, subject.clock()))
      return { ...result, next: { ...result.next, lookUpDueInMs: nextMs } };
    throw stillOpen(`after the provider's answer it is still ${phase}`, nextMs);
  });
}

type AskDependencies = Pick<
  ActivityDependencies,
  'database' | 'configuration' | 'log' | 'metrics' | 'tracing' | 'noteEnd'
>;

/**
 * Asks the provider about the latest attempt, if it may know more than is recorded, and records what follows from the
 * answer. `cancel` also asks it to stop collecting; a payout cannot be stopped. `counts`: the question is one of the schedule,
 * so that "not found" counts. `retryAfterMs`: from the provider's `Retry-After`; it is not to be asked again before.
 */
export async function askProvider(
  dependencies: AskDependencies,
  subject: LoadedForLookup,
  { question, counts }: { readonly question: 'lookUp' | 'cancel'; readonly counts: boolean },
): Promise<{ readonly result: StepResult; readonly retryAfterMs: number }> {
  const { database } = dependencies;
  const { transaction } = subject;
  const attempt = openAttemptOf(subject);
  const questions = attempt && (await questionsAbout(dependencies, transaction, attempt));
  if (!attempt || !questions) return { result: { state: stateNow(subject) }, retryAfterMs: 0 };
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const { n } = attempt;
  const cancel = question === 'cancel' ? questions.cancel : undefined;
  const call = { transaction, attempt, operation: cancel ? 'cancel' : 'look_up' } as const;
  const ask = cancel ?? questions.lookUp;
  const answer = await callTimed(dependencies, call, () => ask(limit));
  const isEnding = counts && answer.kind === 'notFound' && endsByNotFound(subject, attempt);
  const fence = isEnding ? await close(dependencies, subject, { attempt, questions }) : 'notAsked';
  const state = await decideAndRecord(database, subject, {
    decide: (known) => afterLookUp(known, { n, answer, counts, fence }, momentOf(known)),
    reload: () => loadKnown(database, transaction.identifier),
    publish: publishStep(dependencies),
  });
  const silence = [answer, fence].find(isSilence);
  if (!silence) return { result: { state }, retryAfterMs: 0 };
  return { result: { state, next: { isUnanswered: true } }, retryAfterMs: silence.retryAfterMs ?? 0 };
}

function isSilence(answer: Fence): answer is Extract<LookupResult, { kind: 'noAnswer' }> {
  return typeof answer === 'object' && answer.kind === 'noAnswer';
}

/**
 * Asks the provider to close an attempt that it does not know, before the payment ends for that reason: a request that was
 * delayed on its way is refused when it arrives (contract §9). Safe to repeat, if the process dies before the answer is
 * recorded.
 */
async function close(
  dependencies: AskDependencies,
  { transaction }: LoadedForLookup,
  { attempt, questions: { cancel, cancelClosesUnseen } }: Closing,
): Promise<Fence> {
  if (!cancel || !cancelClosesUnseen) return 'impossible';
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const call = { transaction, attempt, operation: 'cancel' } as const;
  const answer = await callTimed(dependencies, call, () => cancel(limit));
  crashPoint('after closing');
  return answer;
}

type Closing = { readonly attempt: Attempt; readonly questions: Questions };

function stillOpen(message: string, nextRetryDelay: number) {
  return again('STILL_OPEN', message, nextRetryDelay);
}
