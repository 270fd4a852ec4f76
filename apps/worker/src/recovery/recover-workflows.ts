import type { Client } from '@temporalio/client';
import {
  becameReady,
  callbackReleased,
  evidenceArrived,
  flowOptions,
  flowTypes,
  lookUpDue,
  type WorkflowState,
} from '#contracts/transaction-flow';
import {
  reviewFlowOptions,
  reviewFlowType,
  reviewRaised,
  transferFlowOptions,
  transferFlowType,
} from '#contracts/follow-up-flows';
import { afterWindowMs } from '#domain/transaction/look-ups';
import type { Database } from '#persistence/database';
import {
  settleSweeps,
  sweepUnheard,
  takeDueSweeps,
  type DueSweep,
} from '#persistence/transactions/take-due-sweeps';
import { settleTransferSweeps, takeDueTransfers } from '#persistence/transactions/take-due-transfers';
import { settleReviewSweeps, takeDueReviews } from '#persistence/transactions/reviews';
import type { Logger } from '#runtime/create-log';
import { ensureAll } from './ensure-all.js';
import type { Turn } from '../repeat.js';

const recoveredAtOnceMax = 100;

/** What is started anew comes after what merchants wait for, which has Temporal's own 3. */
const priority = { priorityKey: 4 };

export type RecoveryDependencies = {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  /** Waits between the turns of one transaction. */
  readonly ladderMs: () => readonly number[];
};

/**
 * Ensures that every transaction which is not final, or whose callback is not delivered, has a running flow
 * (contract §9), whatever was lost: a start that never reached Temporal, a signal, or Temporal's whole database.
 */
export async function recoverWorkflows({
  database,
  client,
  log,
  ladderMs,
}: RecoveryDependencies): Promise<Turn> {
  const due = await takeDueSweeps(database, recoveredAtOnceMax);
  const ensured = await ensureAll(due, (subject) => ensureWorkflow(client, subject));
  await settleSweeps(database, ensured, ladderMs());
  return turnOf(log, due, ensured);
}

/** Brings back transactions whose callback was delivered and whose provider has been heard of since. */
export async function recoverUnheard({ database }: RecoveryDependencies): Promise<void> {
  await sweepUnheard(database, recoveredAtOnceMax);
}

/** Ensures that every open review waits for a person in a flow of its own (contract §9). */
export async function recoverReviews({
  database,
  client,
  log,
  ladderMs,
}: RecoveryDependencies): Promise<Turn> {
  const due = await takeDueReviews(database, recoveredAtOnceMax);
  const ensured = await ensureAll(due, async (subject) => {
    const options = reviewFlowOptions(subject);
    if (!subject.isNew) await client.workflow.start(reviewFlowType, options);
    else await client.workflow.signalWithStart(reviewFlowType, { ...options, signal: reviewRaised });
  });
  const ids = ensured.flatMap((subject) => subject.ids);
  await settleReviewSweeps(database, ids, ladderMs());
  for (const { identifier, isNew } of ensured) if (isNew) log.warn({ identifier }, 'needs review');
  return turnOf(log, due, ensured);
}

/** Ensures that transfer details which no provider has answered are being passed on. */
export async function recoverTransfers({
  database,
  client,
  log,
  ladderMs,
}: RecoveryDependencies): Promise<Turn> {
  const due = await takeDueTransfers(database, recoveredAtOnceMax);
  const ensured = await ensureAll(due, async (subject) => {
    await client.workflow.start(transferFlowType, transferFlowOptions(subject));
  });
  await settleTransferSweeps(database, ensured, ladderMs());
  return turnOf(log, due, ensured);
}

/** A full turn is followed at once, unless Temporal refuses everything. */
function turnOf(log: Logger, due: readonly unknown[], ensured: readonly unknown[]): Turn {
  const failed = due.length - ensured.length;
  if (failed > 0) log.warn({ failed, due: due.length }, 'flows could not be ensured and are due again later');
  return ensured.length > 0 && due.length === recoveredAtOnceMax ? 'more' : 'done';
}

/** A flow that runs is left alone, unless there is something that it may not have been told. */
async function ensureWorkflow(client: Client, subject: DueSweep): Promise<void> {
  const workflowType = flowTypes[subject.type];
  const signal = pendingSignal(subject);
  if (signal) {
    await client.workflow.signalWithStart(workflowType, { ...flowOptions(subject), priority, signal });
    return;
  }
  const { startDelay, known } = untilDue(subject);
  const options = flowOptions({ ...subject, known });
  await client.workflow.start(workflowType, { ...options, priority, ...(startDelay > 0 && { startDelay }) });
}

function pendingSignal({ isUnheard, isReadyUnsent, isLookUpDue, isReleased }: DueSweep) {
  if (isUnheard) return evidenceArrived;
  if (isReleased) return callbackReleased;
  if (isReadyUnsent) return becameReady;
  return isLookUpDue ? lookUpDue : undefined;
}

/**
 * A flow that merely waits takes its first step when its wait is over, or as soon as it is told or asked something. Until
 * then it costs Temporal one write and no worker anything, so that a hundred thousand of them can be started anew.
 */
function untilDue(subject: DueSweep): {
  readonly startDelay: number;
  readonly known: WorkflowState | undefined;
} {
  const { waitsIn, status, provider, payableUntil, payableForMs } = subject;
  if (waitsIn === null) return { startDelay: 0, known: undefined };
  if (waitsIn === 'unready') return { startDelay: Math.ceil(payableForMs), known: undefined };
  const known: WorkflowState = {
    phase: waitsIn,
    status,
    until: payableUntil.toISOString(),
    ...(provider !== null && { provider }),
    // It looks up at once: its books are read by that.
    lookUpDueInMs: 1,
  };
  return { startDelay: lookUpDueInMs(subject), known };
}

/** Flows that are lost together do not ask together: each somewhere in the wait that it was in. */
function lookUpDueInMs({ type, plan, lookUps, payableForMs }: DueSweep): number {
  const { lookupMs } = plan.timing;
  const wait = Math.ceil((lookupMs[lookUps] ?? lookupMs.at(-1) ?? 1) * Math.random());
  return type === 'payment' && payableForMs > 0
    ? Math.ceil(Math.min(wait, payableForMs + afterWindowMs))
    : wait;
}
