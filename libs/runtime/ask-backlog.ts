/** `TaskQueueType` of Temporal's API. */
const types = { workflow: 1, activity: 2 } as const;

const askMs = 2_000;
const nanosPerSecond = 1e9;

/** A task queue, and which of its two kinds of tasks. */
export type Queue = { readonly queue: string; readonly kind: keyof typeof types };

export type Waiting = {
  /** Temporal's estimate of the tasks that no worker has taken. */
  readonly tasks: number;
  /** Age of the oldest of them. */
  readonly ageSeconds: number;
};

/** What this needs of a Temporal client. */
export type QueueReader = {
  readonly options: { readonly namespace: string };
  readonly workflowService: {
    describeTaskQueue(asked: {
      namespace: string;
      taskQueue: { name: string };
      taskQueueType: number;
      reportStats: boolean;
    }): Promise<{
      stats?: {
        approximateBacklogCount?: unknown;
        approximateBacklogAge?: { seconds?: unknown; nanos?: unknown } | null;
      } | null;
    }>;
  };
  withDeadline<Answer>(deadline: number, ask: () => Promise<Answer>): Promise<Answer>;
};

/** Temporal's estimate of the backlog of one queue; 0 if the server has none. Rejects after two seconds. */
export async function askBacklog(client: QueueReader, { queue, kind }: Queue): Promise<Waiting> {
  const { namespace } = client.options;
  const { stats } = await client.withDeadline(Date.now() + askMs, () =>
    client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue },
      taskQueueType: types[kind],
      reportStats: true,
    }),
  );
  const age = stats?.approximateBacklogAge;
  return {
    tasks: Number(stats?.approximateBacklogCount ?? 0),
    ageSeconds: Number(age?.seconds ?? 0) + Number(age?.nanos ?? 0) / nanosPerSecond,
  };
}
