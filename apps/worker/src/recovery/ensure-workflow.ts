import type { Client } from '@temporalio/client';
import type { StepResult } from '#contracts/step-result';
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
  const workflowType = workflowTypes[subject.type];
  const { actsInMs, isLost } = subject;
  const known = knownState(subject);
  if (isLost && known && actsInMs <= 0) {
    // With the signal it asks in its first step: a timer would cost it another one.
    const options = workflowOptions({ ...subject, known: { state: known, next: { isJustSent: true } } });
    await client.workflow.signalWithStart(workflowType, { ...options, signal: lookUpDue });
    return 'restarted';
  }
  const signal = pendingSignal(subject);
  if (signal) return signalOrStart(client, workflowType, { ...workflowOptions(subject), signal });
  // The delay of the start replaces the wait; the look-up reads Postgres.
  const options = workflowOptions({
    ...subject,
    known: known && { state: known, next: { lookUpDueInMs: 1 } },
  });
  const startDelay = Math.ceil(actsInMs);
  const start = isLost ? startMissing : startUnlessRunning;
  return start(client, workflowType, { ...options, ...(startDelay > 0 && { startDelay }) });
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
 * The state of a transaction whose provider acts next, which saves its workflow the step that reads it. Its start is delayed
 * until it has something to do, or an update or a signal-with-start arrives. Until then it costs one write in Temporal and no
 * worker, so that a hundred thousand of them can be started again.
 */
function knownState({
  waitsIn,
  status,
  provider,
  payableUntil,
}: DueRecovery): StepResult['state'] | undefined {
  if (waitsIn !== 'waiting' && waitsIn !== 'unknown') return undefined;
  const state = { phase: waitsIn, status, until: payableUntil.toISOString() };
  return provider === null ? state : { ...state, provider };
}
