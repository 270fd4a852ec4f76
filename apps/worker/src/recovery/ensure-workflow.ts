import type { Client } from '@temporalio/client';
import type { NextStep, WorkflowState } from '#contracts/step-result';
import {
  callbackReleased,
  inputReceived,
  lookUpDue,
  reportArrived,
  workflowOptions,
  workflowTypes,
} from '#contracts/transaction-workflow';
import type { DueRecovery } from '#persistence/transactions/due-recoveries';
import { signalOrStart, startMissing, startUnlessRunning, type Ensured } from './reach-workflow.js';

/** Starts a missing workflow, and signals a running one if it may have missed a signal. */
export async function ensureWorkflow(client: Client, subject: DueRecovery): Promise<Ensured> {
  const { actsInMs, isLost, waitsIn, type } = subject;
  if (isLost && waitsIn !== null && actsInMs <= 0) return startOverdue(client, subject, waitsIn);
  const signal = pendingSignal(subject);
  if (signal) return signalOrStart(client, workflowTypes[type], { ...workflowOptions(subject), signal });
  // The delay of the start replaces the wait; the look-up reads Postgres.
  const isWithProvider = waitsIn === 'waiting' || waitsIn === 'unknown';
  const known = isWithProvider ? { state: stateIn(waitsIn, subject), next: { lookUpDueInMs: 1 } } : undefined;
  const startDelay = Math.ceil(actsInMs);
  const start = isLost ? startMissing : startUnlessRunning;
  return start(client, workflowTypes[type], {
    ...workflowOptions({ ...subject, known }),
    ...(startDelay > 0 && { startDelay }),
  });
}

/** Starts a workflow that does in its first step what its wait would have ended in: a timer would cost it another one. */
async function startOverdue(
  client: Client,
  subject: DueRecovery,
  phase: NonNullable<DueRecovery['waitsIn']>,
): Promise<Ensured> {
  const workflowType = workflowTypes[subject.type];
  const optionsFor = (next: NextStep) =>
    workflowOptions({ ...subject, known: { state: stateIn(phase, subject), next } });
  if (phase === 'awaitingInput') return startMissing(client, workflowType, optionsFor({ isTooLate: true }));
  await client.workflow.signalWithStart(workflowType, {
    ...optionsFor({ isJustSent: true }),
    signal: lookUpDue,
  });
  return 'restarted';
}

function pendingSignal({
  hasUnreadReports,
  isSubmittable,
  isLookUpDue,
  isReleased,
  isLost,
  actsInMs,
}: DueRecovery) {
  if (hasUnreadReports) return reportArrived;
  if (isReleased) return callbackReleased;
  if (isSubmittable) return inputReceived;
  // A lost one has not missed the signal before it is due.
  return isLookUpDue && !(isLost && actsInMs > 0) ? lookUpDue : undefined;
}

/**
 * The state of a transaction that waits, which saves its workflow the step that reads it; the next one reads it again. If its
 * provider acts next, its start is delayed until it has something to do, or an update or a signal-with-start arrives. Until then
 * it costs one write in Temporal and no worker, so that a hundred thousand of them can be started again.
 */
function stateIn(
  phase: NonNullable<DueRecovery['waitsIn']>,
  { status, provider, payableUntil }: DueRecovery,
): WorkflowState {
  const state = { phase, status, until: payableUntil.toISOString() };
  return provider === null ? state : { ...state, provider };
}
