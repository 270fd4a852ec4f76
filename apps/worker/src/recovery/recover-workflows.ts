import type { Client } from '@temporalio/client';
import { deliverNow } from '#contracts/operator-updates';
import { transactionsQueue } from '#contracts/task-queues';
import {
  callbackReleased,
  evidenceArrived,
  inputReceived,
  workflowIdOf,
  workflowOptions,
  workflowTypes,
  lookUpDue,
} from '#contracts/transaction-workflow';
import type { StepResult } from '#contracts/step-result';
import {
  lateLookupWorkflowOptions,
  lateLookupWorkflowType,
  redeliveryWorkflowOptions,
  redeliveryWorkflowType,
  reviewWorkflowOptions,
  reviewWorkflowType,
  reviewRaised,
  transferWorkflowOptions,
  transferWorkflowType,
} from '#contracts/follow-up-workflows';
import { afterWindowMs } from '#domain/transaction/look-ups';
import {
  settleRedeliveries,
  takeDueRedeliveries,
  type DueRedelivery,
} from '#persistence/callbacks/redeliveries';
import type { LabelsOf } from '#metrics/families';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import {
  settleRecoveries,
  scheduleUnheard,
  takeDueRecoveries,
  type DueRecovery,
} from '#persistence/transactions/due-recoveries';
import {
  settleStartedLateLookups,
  takeDueLateLookups,
  type DueLateLookup,
} from '#persistence/transactions/late-lookups';
import { settleTransferRecoveries, takeDueTransfers } from '#persistence/transactions/transfer-details';
import { settleReviewRecoveries, takeDueReviews } from '#persistence/transactions/reviews';
import type { Logger } from '#runtime/create-log';
import type { Turn } from '#runtime/repeat';
import { askBacklog } from '../watch-backlog.js';
import { signalOrStart, signalRunning, startMissing, type Ensured } from './reach-workflow.js';

const recoveredAtOnceMax = 100;

/** Calls to Temporal at a time: recovery takes no more than its share of a busy server. */
const concurrentCallsMax = 8;

/**
 * Recovered workflows have the priority of any other: with a lower one they would wait for as long as merchants keep the
 * workers busy, and keep that place to their end. Instead turns are shorter while this many steps wait for a worker.
 */
const queuedMax = 50;
const recoveredWhenBusyMax = 25;

export type RecoveryDependencies = {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Waits between two turns for the same transaction, growing. */
  readonly ladderMs: () => readonly number[];
};

/**
 * Ensures that every transaction which is not final, or whose callback is not delivered, has a running workflow
 * (contract §9), whatever was lost: a start that never reached Temporal, a signal, or Temporal's whole database.
 */
export async function recoverWorkflows(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log, ladderMs } = dependencies;
  const due = await takeDueRecoveries(database, turnSize(await queuedFor(client)));
  const ensured = await ensureAll(dependencies, 'transaction', due, (subject) =>
    ensureWorkflow(client, subject),
  );
  const ended = await settleRecoveries(database, ensured, ladderMs());
  // Few, and one after the other: recovery takes no more than its share.
  for (const subject of ended) await wakeUp(client, subject);
  return turnOf(log, due, ensured);
}

/**
 * What has ended since it was taken may have been given a workflow once more, one that waits for its customer. It looks at
 * Postgres when it is told of anything, and ends.
 */
function wakeUp(client: Client, subject: DueRecovery): Promise<boolean> {
  const options = { ...workflowOptions(subject), signal: evidenceArrived };
  return signalRunning(client, workflowTypes[subject.type], options);
}

/** How many one turn takes while `queued` steps of workflows wait for a worker. */
export function turnSize(queued: number): number {
  return queued > queuedMax ? recoveredWhenBusyMax : recoveredAtOnceMax;
}

/**
 * Steps that no worker has taken yet. Recovery depends on no answer: a server that gives none, or does not let us ask,
 * counts as busy.
 */
export function queuedFor(client: Client): Promise<number> {
  return askBacklog(client, { queue: transactionsQueue, kind: 'workflow' }).then(
    ({ tasks }) => tasks,
    () => Infinity,
  );
}

/** Brings back transactions whose provider has reported something after their callback was delivered. */
export async function recoverUnheard({ database }: RecoveryDependencies): Promise<void> {
  await scheduleUnheard(database, recoveredAtOnceMax);
}

/** Ensures that every open review waits for a person in a workflow of its own (contract §9). */
export async function recoverReviews(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log, ladderMs } = dependencies;
  const due = await takeDueReviews(database, recoveredAtOnceMax);
  const ensured = await ensureAll(dependencies, 'review', due, async (subject) => {
    const options = reviewWorkflowOptions(subject);
    if (!subject.isNew) return startMissing(client, reviewWorkflowType, options);
    await client.workflow.signalWithStart(reviewWorkflowType, { ...options, signal: reviewRaised });
    return 'signalled';
  });
  const ids = ensured.flatMap((subject) => subject.ids);
  await settleReviewRecoveries(database, ids, ladderMs());
  for (const { identifier, isNew } of ensured)
    if (isNew) log.warn({ identifier }, 'a transaction needs review');
  return turnOf(log, due, ensured);
}

/** Ensures that transfer details which no provider has answered are being passed on. */
export async function recoverTransfers(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log, ladderMs } = dependencies;
  const due = await takeDueTransfers(database, recoveredAtOnceMax);
  const ensured = await ensureAll(dependencies, 'transfer', due, (subject) =>
    startMissing(client, transferWorkflowType, transferWorkflowOptions(subject)),
  );
  await settleTransferRecoveries(database, ensured, ladderMs());
  return turnOf(log, due, ensured);
}

/**
 * Ensures that a payment which ended by "not found" is looked up again when its time has come. A workflow that runs already
 * may be that of the look-up before, which is about to end: then this one is left for a later turn.
 */
export async function recoverLateLookups(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log } = dependencies;
  const due = await takeDueLateLookups(database, { limit: recoveredAtOnceMax });
  const started: DueLateLookup[] = [];
  const ensured = await ensureAll(dependencies, 'late_lookup', due, async (subject) => {
    const result = await startMissing(client, lateLookupWorkflowType, lateLookupWorkflowOptions(subject));
    if (result === 'restarted') started.push(subject);
    return result;
  });
  await settleStartedLateLookups(database, started);
  return turnOf(log, due, ensured);
}

/** Has callbacks sent again whose turn has come (contract §7). */
export async function sendAgain(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log } = dependencies;
  const due = await takeDueRedeliveries(database, recoveredAtOnceMax);
  const sent = await ensureAll(dependencies, 'redelivery', due, async (event) => {
    const isAwaited = event.state === 'pending' || event.state === 'paused';
    if (isAwaited && (await isHurried(client, event))) return 'signalled';
    // Under the number that an attempt now would have: while another runs there, this one is left for a later turn.
    const options = redeliveryWorkflowOptions({ ...event, n: event.attempts + 1 });
    await client.workflow.start(redeliveryWorkflowType, options);
    return 'restarted';
  });
  await settleRedeliveries(
    database,
    sent.map(({ eventId }) => eventId),
  );
  return turnOf(log, due, sent);
}

/** Maximum wait for a workflow that is to take an update. */
const hurryLimitMs = 3_000;

/** Whether the transaction's own workflow makes the next attempt now. */
function isHurried(client: Client, { type, identifier }: DueRedelivery): Promise<boolean> {
  const hurried = client.withDeadline(Date.now() + hurryLimitMs, () =>
    client.workflow
      .getHandle(workflowIdOf(type, identifier))
      .startUpdate(deliverNow, { waitForStage: 'ACCEPTED' }),
  );
  return hurried.then(
    () => true,
    () => false,
  );
}

/** Ensures a workflow for each subject and returns those for which one runs; a failure is left for the next turn. */
export async function ensureAll<Subject extends { readonly identifier: string }>(
  { metrics, log }: RecoveryDependencies,
  kind: LabelsOf<'gateway_recovery_total'>['kind'],
  subjects: readonly Subject[],
  ensure: (subject: Subject) => Promise<Ensured>,
): Promise<readonly Subject[]> {
  const remaining = subjects.toReversed();
  const ensured: Subject[] = [];
  const work = async () => {
    for (let subject = remaining.pop(); subject !== undefined; subject = remaining.pop()) {
      const result = await ensure(subject).catch(() => 'refused' as const);
      metrics.count('gateway_recovery_total', { kind, result });
      const { identifier } = subject;
      if (kind === 'transaction' && result === 'restarted') log.info({ identifier }, 'started by recovery');
      if (result !== 'refused') ensured.push(subject);
    }
  };
  await Promise.all(Array.from({ length: concurrentCallsMax }, work));
  return ensured;
}

/** A full turn is followed at once, unless Temporal refuses everything. */
function turnOf(log: Logger, due: readonly unknown[], ensured: readonly unknown[]): Turn {
  const failed = due.length - ensured.length;
  if (failed > 0)
    log.warn({ failed, due: due.length }, 'Temporal refused workflow starts; recovery retries them');
  return ensured.length > 0 && due.length === recoveredAtOnceMax ? 'more' : 'done';
}

/** A running workflow is left alone, unless it may have missed a signal. */
async function ensureWorkflow(client: Client, subject: DueRecovery): Promise<Ensured> {
  const workflowType = workflowTypes[subject.type];
  const signal = pendingSignal(subject);
  if (signal) return signalOrStart(client, workflowType, { ...workflowOptions(subject), signal });
  const { startDelay, known } = untilDue(subject);
  const options = workflowOptions({ ...subject, known });
  return startMissing(client, workflowType, { ...options, ...(startDelay > 0 && { startDelay }) });
}

function pendingSignal({ isUnheard, isSubmittable, isLookUpDue, isReleased }: DueRecovery) {
  if (isUnheard) return evidenceArrived;
  if (isReleased) return callbackReleased;
  if (isSubmittable) return inputReceived;
  return isLookUpDue ? lookUpDue : undefined;
}

/**
 * A workflow that only waits takes its first step when its wait is over, on an update, or on a signal with a start. Until then
 * it costs Temporal one write and no worker anything, so that a hundred thousand of them can be started anew.
 */
function untilDue(subject: DueRecovery): {
  readonly startDelay: number;
  readonly known: StepResult | undefined;
} {
  const { waitsIn, status, provider, payableUntil, payableForMs } = subject;
  if (waitsIn === null) return { startDelay: 0, known: undefined };
  if (waitsIn === 'awaitingInput') return { startDelay: Math.ceil(payableForMs), known: undefined };
  const state = {
    phase: waitsIn,
    status,
    until: payableUntil.toISOString(),
    ...(provider !== null && { provider }),
  };
  // The delay of the start replaces the wait; the look-up reads Postgres.
  return { startDelay: lookUpDueInMs(subject), known: { state, next: { lookUpDueInMs: 1 } } };
}

/** Spread over the wait that each was in: workflows that are lost together must not ask together. */
function lookUpDueInMs({ type, plan, lookUps, payableForMs }: DueRecovery): number {
  const { lookupMs } = plan.timing;
  const wait = Math.ceil((lookupMs[lookUps] ?? lookupMs.at(-1) ?? 1) * Math.random());
  return type === 'payment' && payableForMs > 0
    ? Math.ceil(Math.min(wait, payableForMs + afterWindowMs))
    : wait;
}
