import type { Configuration } from '#domain/configuration';

/** Flows, submits and recorded states: what a merchant's call waits for. */
export const transactionsQueue = 'transactions';

/** Questions to providers: look-ups, cancels and transfer details. A provider that hangs holds up no submit. */
export const lookUpsQueue = 'look-ups';

/** Callbacks to merchants. An endpoint that hangs holds up neither a submit nor a look-up. */
export const deliveriesQueue = 'deliveries';

/** Submits to a MID that is sent only so many in a second: Temporal hands them out at that rate. */
export function midQueue(mid: string): string {
  return `mid-${mid}`;
}

/** The queue of its own that a MID has as it is configured now; nothing where any number may be sent. */
export function queueOf({ mids }: Configuration, mid: string | undefined): string | undefined {
  if (mid === undefined || mids[mid]?.requestsPerSecondMax === undefined) return undefined;
  return midQueue(mid);
}
