import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { deliverNow } from '#contracts/operator-updates';
import { transactionsQueue } from '#contracts/task-queues';
import { reportArrived, workflowIdOf, workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
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
import {
  settleRedeliveries,
  takeDueRedeliveries,
  type DueRedelivery,
} from '#persistence/callbacks/redeliveries';
import type { LabelsOf } from '#metrics/families';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import { findFreePayments, letNextRefund } from '#persistence/refunds/let-next-refund';
import {
  settleRecoveries,
  scheduleUnread,
  takeDueRecoveries,
  takeLostRecoveries,
  type DueRecovery,
} from '#persistence/transactions/due-recoveries';
import {
  settleStartedLateLookups,
  takeDueLateLookups,
  type DueLateLookup,
} from '#persistence/transactions/late-lookups';
import { settleTransferRecoveries, takeDueTransfers } from '#persistence/transactions/transfer-details';
import { settleReviewRecoveries, takeDueReviews } from '#persistence/transactions/reviews';
import { askBacklog } from '#runtime/ask-backlog';
import type { Logger } from '#runtime/create-log';
import type { Turn } from '#runtime/repeat';
import { tellOfReviews } from '../activities/tell-of-reviews.js';
import { ensureWorkflow } from './ensure-workflow.js';
import { signalRunning, startMissing, type Ensured } from './reach-workflow.js';

const recoveredAtOnceMax = 100;

/** Concurrent calls to Temporal, so that recovery leaves room for payments on a busy server. */
const concurrentCallsMax = 8;

/**
 * Recovered workflows have the same priority as all others: with a lower one, which they would keep to their end, they would
 * wait while merchants keep the workers busy. Instead turns are shorter while more than this many steps wait for a worker.
 */
const queuedMax = 50;
const recoveredWhenBusyMax = 25;

/**
 * Starts of lost workflows per second and process: of those that are due, each of which is a step for a worker at once, and of
 * the rest, of which a hundred thousand take 52 minutes.
 */
const lostPerSecond = { due: { max: 38, whenBusy: 25 }, rest: { max: 32, whenBusy: 8 } } as const;

export type RecoveryDependencies = {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Growing waits between two turns for the same transaction. */
  readonly ladderMs: () => readonly number[];
};

/**
 * Ensures that every transaction that is open, or whose callback is not delivered, has a running workflow (contract §9), after
 * the loss of a start, of a signal, or of Temporal's whole database.
 */
export async function recoverWorkflows(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client } = dependencies;
  const queued = await queuedFor(client);
  const limit = turnSize(queued);
  const pace = paceOf('due', queued);
  // Those that run cost little, and there are as many as open transactions.
  const turn = ({ isLost }: DueRecovery) => (isLost || isBusy(queued) ? pace() : undefined);
  return ensureTransactions(dependencies, await takeDueRecoveries(database, limit), { limit, turn });
}

/**
 * Starts lost workflows that are not due yet, those that are due next first, while nothing is due that recovery has not started.
 */
export async function returnLostWorkflows(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client } = dependencies;
  const limit = lostPerSecond.rest.max;
  const lost = await takeLostRecoveries(database, limit);
  if (lost.length === 0) return 'done';
  return ensureTransactions(dependencies, lost, { limit, turn: paceOf('rest', await queuedFor(client)) });
}

/** Ensures the workflows of transactions that were taken, at most `limit`, each when `turn` lets it. */
async function ensureTransactions(
  dependencies: RecoveryDependencies,
  taken: readonly DueRecovery[],
  {
    limit,
    turn,
  }: { readonly limit: number; readonly turn: (subject: DueRecovery) => Promise<unknown> | undefined },
): Promise<Turn> {
  const { database, client, log, ladderMs } = dependencies;
  const ensured = await ensureAll(dependencies, 'transaction', taken, async (subject) => {
    await turn(subject);
    const result = await ensureWorkflow(client, subject);
    // The new run does not know which reviews the one before it showed.
    if (result === 'restarted' || result === 'replaced')
      await tellOfReviews(client, database, subject.identifier);
    return result;
  });
  const ended = await settleRecoveries(database, ensured, ladderMs());
  // One after the other, because they are few.
  for (const subject of ended) await wakeUp(client, subject);
  return turnOf(log, taken, ensured, limit);
}

/** Lets one start after the other through, evenly. */
function paceOf(which: keyof typeof lostPerSecond, queued: number): () => Promise<unknown> {
  const { max, whenBusy } = lostPerSecond[which];
  let nextAt = performance.now();
  return () => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1_000 / (isBusy(queued) ? whenBusy : max);
    return sleep(at - now);
  };
}

/**
 * Signals the workflow of a transaction that has ended since it was leased: the start may have created a workflow that waits
 * for the customer. On the signal it reads Postgres, and ends.
 */
async function wakeUp(client: Client, subject: DueRecovery): Promise<void> {
  const options = { ...workflowOptions(subject), signal: reportArrived };
  await signalRunning(client, workflowTypes[subject.type], options);
}

/** Number of transactions per turn while `queued` steps of workflows wait for a worker. */
export function turnSize(queued: number): number {
  return isBusy(queued) ? recoveredWhenBusyMax : recoveredAtOnceMax;
}

/** Whether the workers have more to do than is good for new payments. */
function isBusy(queued: number): boolean {
  return queued > queuedMax;
}

/** Steps that no worker has taken yet. A server that does not answer, or refuses the query, counts as busy. */
export function queuedFor(client: Client): Promise<number> {
  return askBacklog(client, { queue: transactionsQueue, kind: 'workflow' }).then(
    ({ tasks }) => tasks,
    () => Infinity,
  );
}

/** Schedules the recovery of transactions with reports after the delivery of their callback. */
export async function recoverUnread({ database }: RecoveryDependencies): Promise<void> {
  await scheduleUnread(database, recoveredAtOnceMax);
}

/** Lets refunds whose turn has come be sent, if the process that should have done it died before. */
export async function recoverTurns({ database }: RecoveryDependencies): Promise<void> {
  for (const payment of await findFreePayments(database, recoveredAtOnceMax))
    await letNextRefund(database, payment);
}

/** Ensures that every open review has a running review workflow (contract §9). */
export async function recoverReviews(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log, ladderMs } = dependencies;
  const due = await takeDueReviews(database, recoveredAtOnceMax);
  const ensured = await ensureAll(dependencies, 'review', due, async (subject) => {
    const options = reviewWorkflowOptions(subject);
    if (!subject.isNew) return startMissing(client, reviewWorkflowType, options);
    await client.workflow.signalWithStart(reviewWorkflowType, { ...options, signal: reviewRaised });
    await tellOfReviews(client, database, subject.identifier);
    return 'signalled';
  });
  const ids = ensured.flatMap((subject) => subject.ids);
  await settleReviewRecoveries(database, ids, ladderMs());
  for (const { identifier, isNew } of ensured)
    if (isNew) log.warn({ identifier }, 'a transaction needs review');
  return turnOf(log, due, ensured);
}

/** Ensures that unanswered transfer details have a running workflow that passes them on. */
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
 * Starts late look-ups of payments that ended by "not found" when they are due. A running workflow may belong to the previous
 * look-up: then the look-up is left for a later turn.
 */
export async function recoverLateLookups(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log } = dependencies;
  const due = await takeDueLateLookups(database, { limit: recoveredAtOnceMax });
  const started: DueLateLookup[] = [];
  const ensured = await ensureAll(dependencies, 'late_lookup', due, async (subject) => {
    const result = await startMissing(client, lateLookupWorkflowType, lateLookupWorkflowOptions(subject));
    if (result !== 'running') started.push(subject);
    return result;
  });
  await settleStartedLateLookups(database, started);
  return turnOf(log, due, ensured);
}

/** Starts redeliveries that are due (contract §7). */
export async function sendAgain(dependencies: RecoveryDependencies): Promise<Turn> {
  const { database, client, log } = dependencies;
  const due = await takeDueRedeliveries(database, recoveredAtOnceMax);
  const sent = await ensureAll(dependencies, 'redelivery', due, async (event) => {
    const isAwaited = !event.isOfReversal && (event.state === 'pending' || event.state === 'paused');
    if (isAwaited && (await isHurried(client, event))) return 'signalled';
    // Under the number of the next attempt: while another redelivery runs under it, this one is left for a later turn.
    const options = redeliveryWorkflowOptions({ ...event, n: event.attempts + 1 });
    const result = await startMissing(client, redeliveryWorkflowType, options);
    if (result === 'running') throw new Error('another redelivery runs');
    return result;
  });
  await settleRedeliveries(
    database,
    sent.map(({ eventId }) => eventId),
  );
  return turnOf(log, due, sent);
}

/** Maximum wait for a workflow to accept an update. */
const hurryLimitMs = 3_000;

/** Whether the transaction's own workflow has accepted to make the next attempt now. */
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

/** Ensures a workflow for each subject, and returns those that have one; failures are left for the next turn. */
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
      if (result === 'replaced')
        log.error({ identifier, kind }, 'a workflow failed again and again; started anew');
      if (result !== 'refused') ensured.push(subject);
    }
  };
  await Promise.all(Array.from({ length: concurrentCallsMax }, work));
  return ensured;
}

/** The next turn follows a full one at once, unless Temporal has refused all starts. */
function turnOf(
  log: Logger,
  due: readonly unknown[],
  ensured: readonly unknown[],
  limit = recoveredAtOnceMax,
): Turn {
  const failed = due.length - ensured.length;
  if (failed > 0)
    log.warn({ failed, due: due.length }, 'Temporal refused workflow starts; recovery retries them');
  return ensured.length > 0 && due.length === limit ? 'more' : 'done';
}
