import { midQueue } from '#contracts/task-queues';
import type { Configuration } from '#domain/configuration';

/** MIDs that are sent only so many in a second, and by activities of another queue than this one. */
export function limitedElsewhere({ mids }: Configuration, taskQueue: string): readonly string[] {
  return Object.entries(mids)
    .filter(([, { requestsPerSecondMax }]) => requestsPerSecondMax !== undefined)
    .map(([name]) => name)
    .filter((name) => midQueue(name) !== taskQueue);
}
