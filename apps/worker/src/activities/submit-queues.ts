import { midQueue, queueOf } from '#contracts/task-queues';
import type { Configuration } from '#domain/configuration';
import type { Transaction } from '#domain/transaction/transaction';

/** MIDs with a submit rate of their own, which activities of another queue than this one submit to. */
export function limitedElsewhere({ mids }: Configuration, taskQueue: string): readonly string[] {
  return Object.entries(mids)
    .filter(([, { requestsPerSecondMax }]) => requestsPerSecondMax !== undefined)
    .map(([name]) => name)
    .filter((name) => midQueue(name) !== taskQueue);
}

/** Where the attempt after the first `made` is submitted, when not on the workflow's own queue. */
export function nextQueue(
  configuration: Configuration,
  { plan }: Transaction,
  made: number,
): { readonly queue?: string } {
  const queue = queueOf(configuration, plan.routes[made]?.mid);
  return queue === undefined ? {} : { queue };
}
