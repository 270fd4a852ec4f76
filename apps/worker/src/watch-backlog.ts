import type { Client } from '@temporalio/client';
import { deliveriesQueue, lookUpsQueue, transactionsQueue } from '#contracts/task-queues';
import type { Metrics } from '#metrics/metrics';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

/** `TaskQueueType` of Temporal's API. */
const types = { workflow: 1, activity: 2 } as const;

/** A queue with a rate of its own, of a MID, has a backlog by design and is not among them. */
const watched = [
  { queue: transactionsQueue, kind: 'workflow' },
  { queue: transactionsQueue, kind: 'activity' },
  { queue: lookUpsQueue, kind: 'activity' },
  { queue: deliveriesQueue, kind: 'activity' },
] as const;

/** One queue after the other: each answer is ten seconds old at most. */
const askEveryMs = 2_500;
const askMs = 2_000;
const forgottenAfterMs = 30_000;
/** What waits longer has a worker that cannot keep up, or none. */
const behindSeconds = 10;

export type Backlog = (typeof watched)[number] & {
  /** Tasks that no worker has taken, as Temporal estimates them. */
  readonly tasks: number;
  readonly ageSeconds: number;
};

export type WatchedBacklog = Stoppable & {
  /** What is known now: nothing while Temporal does not answer. */
  current(): readonly Backlog[];
  isBehind(): boolean;
};

export type BacklogOptions = {
  readonly client: Pick<Client, 'workflowService' | 'options' | 'withDeadline'>;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/**
 * Watches how much waits at Temporal for the workers, and for how long. It begins with a look at all, so that a worker knows
 * what it comes to. The same for every worker: what waits is not given to one of them yet.
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
    // What is not known is forgotten; who depends on Temporal says so itself.
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

/** What waits for a worker on one queue, as Temporal estimates it; 0 where the server keeps no such figures. */
export async function askBacklog(
  client: BacklogOptions['client'],
  { queue, kind }: { readonly queue: string; readonly kind: keyof typeof types },
): Promise<Pick<Backlog, 'tasks' | 'ageSeconds'>> {
  const { namespace } = client.options;
  const { stats } = await client.withDeadline(Date.now() + askMs, () =>
    client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue },
      taskQueueType: types[kind],
      reportStats: true,
    }),
  );
  return {
    tasks: Number(stats?.approximateBacklogCount ?? 0),
    ageSeconds: Number(stats?.approximateBacklogAge?.seconds ?? 0),
  };
}

function show(metrics: Metrics, backlogs: readonly Backlog[]): void {
  const samples = (value: 'tasks' | 'ageSeconds') =>
    backlogs.map(({ queue, kind, [value]: amount }) => ({ labels: { queue, kind }, value: amount }));
  metrics.show('gateway_backlog_tasks', samples('tasks'));
  metrics.show('gateway_backlog_age_seconds', samples('ageSeconds'));
}
