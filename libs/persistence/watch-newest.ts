import { repeat } from '#runtime/repeat';

/** What another process writes is seen within a second: this wait, and the time that a look takes. */
const lookEveryMs = 800;

export type Watch = { stop(): Promise<void> };

/**
 * Looks again and again for what other processes have written. The caller has looked once before. After a failed look,
 * what was known before stays in force until the next one.
 */
export function watchNewest(look: () => Promise<void>): Watch {
  return repeat('watch', { everyMs: lookEveryMs, run: look, isDelayed: true });
}
