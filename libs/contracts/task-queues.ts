import type { Configuration } from '#domain/configuration/configuration';
import type { Plan } from '#domain/transaction/plan';

/** Workflows, submits and recorded states, which the calls of merchants wait for. */
export const transactionsQueue = 'transactions';

/** Look-ups, cancels and transfer details. A hanging provider delays no submit. */
export const lookUpsQueue = 'look-ups';

/** Callbacks to merchants. A hanging endpoint delays neither submits nor look-ups. */
export const deliveriesQueue = 'deliveries';

/** Submits to a MID with `requests_per_second_max`: Temporal dispatches them at that rate. */
export function midQueue(mid: string): string {
  return `mid-${mid}`;
}

/** The queue of a MID that has a rate now; undefined for any other, which uses the workflow's own queue. */
export function queueOf({ mids }: Configuration, mid: string | undefined): string | undefined {
  if (mid === undefined || mids[mid]?.requestsPerSecondMax === undefined) return undefined;
  return midQueue(mid);
}

/** The queue of the attempt that follows after the first `made` routes were taken. */
export function nextQueue(configuration: Configuration, { routes }: Plan, made: number): string | undefined {
  return queueOf(configuration, routes[made]?.mid);
}

/** MIDs with a rate whose submits belong to another queue: activities on this one must not submit to them. */
export function midsOfOtherQueues(configuration: Configuration, taskQueue: string): readonly string[] {
  return Object.keys(configuration.mids).filter((mid) => {
    const queue = queueOf(configuration, mid);
    return queue !== undefined && queue !== taskQueue;
  });
}
