import type { Client } from '@temporalio/client';
import { deliveriesQueue, lookUpsQueue, transactionsQueue } from '#contracts/task-queues';
import type { Metrics } from '#metrics/metrics';
import { askBacklog, type Waiting } from '#runtime/ask-backlog';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

/** Without the queues of MIDs with a rate, which have a backlog by design. */
const watched = [
  { queue: transactionsQueue, kind: 'workflow' },
  { queue: transactionsQueue, kind: 'activity' },
  { queue: lookUpsQueue, kind: 'activity' },
  { queue: deliveriesQueue, kind: 'activity' },
] as const;

/** Interval between queries, one queue at a time: each answer is ten seconds old at most. */
const askEveryMs = 2_500;
const forgottenAfterMs = 30_000;
/** If tasks wait longer, the workers cannot keep up, or there are none. */
const behindSeconds = 10;

type Backlog = (typeof watched)[number] & Waiting;

export type WatchedBacklog = Stoppable & {
  /** The latest backlogs; empty while Temporal does not answer. */
  current(): readonly Backlog[];
  isBehind(): boolean;
};

export type BacklogOptions = {
  readonly client: Pick<Client, 'workflowService' | 'options' | 'withDeadline'>;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/**
 * Watches the number of tasks that wait for the workers, and for how long. Starts with all queues, so that a new worker knows
 * the backlog. Every worker sees the same, because waiting tasks are not assigned yet.
 */
export async function watchBacklog({ client, metrics, log }: BacklogOptions): Promise<WatchedBacklog> {
  const seen = new Map<(typeof watched)[number], { readonly backlog: Backlog; readonly at: number }>();
  let next = 0;
  let wasBehind = false;

  const current = () =>
    [...seen.values()]
      .filter(({ at }) => performance.now() - at < forgottenAfterMs)
      .map(({ backlog }) => backlog);
  const oldest = () => Math.max(0, ...current().map(({ ageSeconds }) => ageSeconds));
  const isBehind = () => oldest() > behindSeconds;

  const look = async () => {
    const of = watched[next++ % watched.length];
    if (!of) return;
    // Outdated values are dropped; other code reports that Temporal is unreachable.
    const answer = await askBacklog(client, of).catch(() => undefined);
    if (answer) seen.set(of, { backlog: { ...of, ...answer }, at: performance.now() });
    show(metrics, current());
    if (isBehind() && !wasBehind) log.warn({ backlog: current() }, 'steps are waiting for a worker');
    wasBehind = isBehind();
  };

  for (const _ of watched) await look();
  const looking = repeat('backlog', { everyMs: askEveryMs, log, run: look });
  return { ...looking, current, isBehind };
}

function show(metrics: Metrics, backlogs: readonly Backlog[]): void {
  const samples = (value: 'tasks' | 'ageSeconds') =>
    backlogs.map(({ queue, kind, [value]: amount }) => ({ labels: { queue, kind }, value: amount }));
  metrics.show('gateway_backlog_tasks', samples('tasks'));
  metrics.show('gateway_backlog_age_seconds', samples('ageSeconds'));
}
