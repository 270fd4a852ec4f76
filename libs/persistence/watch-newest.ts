import { repeat } from '#runtime/repeat';

/** Changes of other processes are seen within a second: this wait, plus the time of a query. */
const lookEveryMs = 800;

export type Watch = { stop(): Promise<void> };

/**
 * Polls for changes of other processes. The caller has read the first state. After a failed query the last state stays in
 * force.
 */
export function watchNewest(look: () => Promise<void>): Watch {
  return repeat('watch', { everyMs: lookEveryMs, run: look, isDelayed: true });
}
