import { nextQueue } from '#contracts/task-queues';
import type { WorkflowState } from '#contracts/transaction-workflow';
import { applyChange } from '#domain/transaction/change';
import { afterNoRoute } from '#domain/transaction/decide-end';
import { isAwaitingForm, type State } from '#domain/transaction/state';
import { isFinal } from '#domain/transaction/status';
import type { Known, Transaction } from '#domain/transaction/transaction';
import type { BegunAttempt } from '#persistence/transactions/begin-attempt';
import { offerForm } from '#persistence/transactions/hosted-page';
import type { Loaded } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import type { ActivityDependencies } from './activity-dependencies.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { tellStep } from './tell-step.js';
import { pollUntil } from './under-way.js';
import { withHeartbeat } from './with-heartbeat.js';

/** What a submit does that began no attempt: the next MID has another queue, or there is nothing to send now. */
export async function resumeUnsent(
  dependencies: ActivityDependencies,
  { transaction, earlier: attempts, clock, dueMid, isTooOld }: BegunAttempt,
  elsewhere: readonly string[],
): Promise<WorkflowState> {
  const known = { transaction, attempts, clock };
  const isElsewhere = dueMid !== undefined && elsewhere.includes(dueMid);
  const state = isElsewhere ? stateNow(known) : await resume(dependencies, known, isTooOld);
  const over = attempts.filter((attempt) => attempt.state !== 'preparing');
  return { ...state, ...nextQueue(dependencies.configuration(), transaction.plan, over.length) };
}

/** It has ended, awaits input, was due for too long, has no route left, or an earlier attempt has the right to be sent. */
async function resume(dependencies: ActivityDependencies, known: Loaded, isTooOld: boolean): Promise<State> {
  const { transaction, attempts } = known;
  if (transaction.style === 'h2h' && isAwaitingForm(transaction)) return offer(dependencies, known);
  const input = { isTooOld, made: attempts.length };
  if (!afterNoRoute(known, input, momentOf(known))) return stateNow(known);
  return decideAndRecord(dependencies.database, known, {
    decide: (current) => afterNoRoute(current, input, momentOf(current)) ?? {},
    reload: () => loadKnown(dependencies.database, transaction.identifier),
    tell: tellStep(dependencies),
  });
}

/** Contract §6: an H2H payment without its card has our own form for a challenge, offered once. */
async function offer(dependencies: ActivityDependencies, known: Loaded): Promise<State> {
  const { identifier, status } = known.transaction;
  if (status === 'created' || !(await offerForm(dependencies.database, identifier))) return stateNow(known);
  tellStep(dependencies)(known, { move: { to: 'created', source: 'api' } }, 'created');
  return stateNow({ ...applyChange(known, {}, 'created'), clock: known.clock });
}

export function isSentElsewhere({ transaction, earlier: attempts }: BegunAttempt): boolean {
  return isBeingSent({ transaction, attempts });
}

/** Another run has the right to send it, and has not recorded what came of that. */
function isBeingSent({ transaction, attempts }: Known): boolean {
  return !isFinal(transaction.status) && attempts.at(-1)?.state === 'sending';
}

/** A call to a provider lasts no longer than this; whoever makes it has died, or is found out by a look-up. */
export async function awaitOtherRun(
  { database, configuration }: ActivityDependencies,
  { identifier, plan }: Transaction,
): Promise<WorkflowState> {
  const { providerCallMs, lookupMs } = plan.timing;
  const known = await withHeartbeat(() =>
    pollUntil(
      () => loadKnown(database, identifier),
      (seen) => !isBeingSent(seen),
      providerCallMs,
    ),
  );
  const lookUpDueInMs = Math.max(1, (lookupMs[0] ?? 0) - providerCallMs);
  const over = known.attempts.filter(({ state }) => state !== 'preparing');
  return { ...stateNow(known), lookUpDueInMs, ...nextQueue(configuration(), plan, over.length) };
}
