import { nextQueue } from '#contracts/task-queues';
import type { StepResult } from '#contracts/step-result';
import { applyChange } from '#domain/transaction/change';
import { afterNoRoute } from '#domain/transaction/decide-end';
import { routesTaken } from '#domain/transaction/retries';
import { isAwaitingForm, type State } from '#domain/transaction/state';
import { isFinal } from '#domain/transaction/status';
import type { Known, Transaction } from '#domain/transaction/transaction';
import type { SubmitSubject } from '#persistence/transactions/begin-attempt';
import { offerForm } from '#persistence/transactions/hosted-page';
import type { Loaded } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import type { ActivityDependencies } from './activity-dependencies.js';
import { publishStep } from './publish-step.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { pollUntil } from './with-heartbeat.js';

type ResumeDependencies = Pick<
  ActivityDependencies,
  'database' | 'configuration' | 'log' | 'metrics' | 'noteEnd'
>;

/** The submit of a transaction for which no attempt was begun: its next MID has another queue, or nothing is due. */
export async function resumeUnsent(
  dependencies: ResumeDependencies,
  { transaction, earlier: attempts, clock, dueMid, isTooOld, isOverdrawn }: SubmitSubject,
  otherQueueMids: readonly string[],
): Promise<StepResult> {
  const known = { transaction, attempts, clock };
  const isForOtherQueue = dueMid !== undefined && otherQueueMids.includes(dueMid);
  const state = isForOtherQueue
    ? stateNow(known)
    : await resume(dependencies, known, { isTooOld, isOverdrawn });
  return { state, next: { queue: queueAfter(dependencies, known) } };
}

/** The queue of the attempt after those that were sent. If the page has taken another card, it takes the same route again. */
function queueAfter(
  { configuration }: Pick<ActivityDependencies, 'configuration'>,
  { transaction, attempts }: Known,
): string | undefined {
  const sent = attempts.filter(({ state }) => state !== 'preparing');
  return nextQueue(configuration(), transaction.plan, routesTaken(sent));
}

/**
 * The transaction has ended, awaits input, was due for too long, has no route left, or an earlier attempt has the right to be
 * sent.
 */
async function resume(
  dependencies: ResumeDependencies,
  known: Loaded,
  found: Pick<SubmitSubject, 'isTooOld' | 'isOverdrawn'>,
): Promise<State> {
  const { transaction, attempts } = known;
  if (transaction.style === 'h2h' && isAwaitingForm(transaction)) return offer(dependencies, known);
  const input = { ...found, made: attempts.length };
  if (!afterNoRoute(known, input, momentOf(known))) return stateNow(known);
  return decideAndRecord(dependencies.database, known, {
    decide: (current) => afterNoRoute(current, input, momentOf(current)) ?? {},
    reload: () => loadKnown(dependencies.database, transaction.identifier),
    publish: publishStep(dependencies),
  });
}

/** Contract §6: the challenge of an H2H payment without its card is our own form, offered once. */
async function offer(dependencies: ResumeDependencies, known: Loaded): Promise<State> {
  const { identifier, status } = known.transaction;
  if (status === 'created' || !(await offerForm(dependencies.database, identifier))) return stateNow(known);
  publishStep(dependencies)(known, { move: { to: 'created', source: 'api' } }, 'created');
  return stateNow({ ...applyChange(known, {}, 'created'), clock: known.clock });
}

export function isSentByOtherRun({ transaction, earlier: attempts }: SubmitSubject): boolean {
  return isBeingSent({ transaction, attempts });
}

/** Another run has the right to send the latest attempt, and has not recorded its result. */
function isBeingSent({ transaction, attempts }: Known): boolean {
  return !isFinal(transaction.status) && attempts.at(-1)?.state === 'sending';
}

/** Waits as long as a call to a provider may take. A run that has died by then is discovered by the look-up. */
export async function awaitOtherRun(
  dependencies: Pick<ActivityDependencies, 'database' | 'configuration'>,
  { identifier, plan }: Transaction,
): Promise<StepResult> {
  const { providerCallMs, lookupMs } = plan.timing;
  const known = await pollUntil(
    () => loadKnown(dependencies.database, identifier),
    (seen) => !isBeingSent(seen),
    providerCallMs,
  );
  const lookUpDueInMs = Math.max(1, (lookupMs[0] ?? 0) - providerCallMs);
  return { state: stateNow(known), next: { lookUpDueInMs, queue: queueAfter(dependencies, known) } };
}
