import { setTimeout as sleep } from 'node:timers/promises';

/** How long a call to a provider or a merchant may hold up the workflow that waits for it in its own task. */
const atOnceMs = 1_000;
const pollMinMs = 250;
const pollMaxMs = 4_000;
const tooLate = Symbol('too late');

/**
 * Calls that a local activity has begun. While one runs, its workflow's task is not over and a slot of this process is
 * taken, so a call that takes longer goes on by itself, and an activity of its own, which staff can see, waits for it.
 */
export type UnderWay<Result> = {
  /** What the call comes to, or `undefined` if it takes longer than a second. One call of a transaction at a time. */
  begin(identifier: string, call: () => Promise<Result>): Promise<Result | undefined>;
  /** The call of a transaction that goes on in this process. */
  find(identifier: string): Promise<Result> | undefined;
  /** When none goes on any more. */
  drain(): Promise<void>;
};

export function createUnderWay<Result>(onFailure: (identifier: string) => void): UnderWay<Result> {
  const calls = new Map<string, Promise<Result>>();
  return {
    async begin(identifier, call) {
      const going: Promise<Result> = call().finally(() => {
        // The next call of the same transaction may have begun already.
        if (calls.get(identifier) === going) calls.delete(identifier);
      });
      calls.set(identifier, going);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<typeof tooLate>((resolve) => {
        timer = setTimeout(resolve, atOnceMs, tooLate);
      });
      const first = await Promise.race([going, late]).finally(() => clearTimeout(timer));
      if (first !== tooLate) return first;
      going.catch(() => onFailure(identifier));
      return undefined;
    },
    find: (identifier) => calls.get(identifier),
    async drain() {
      await Promise.allSettled(calls.values());
    },
  };
}

/**
 * Looks at growing distances until it is over, for so long at most, and returns what was seen last; for a call that goes
 * on in another process.
 */
export async function pollUntil<Seen>(
  look: () => Promise<Seen>,
  isOver: (seen: Seen) => boolean,
  leftMs: number,
): Promise<Seen> {
  const endsAt = performance.now() + leftMs;
  for (let waitMs = pollMinMs; ; waitMs = Math.min(2 * waitMs, pollMaxMs)) {
    const seen = await look();
    const restMs = endsAt - performance.now();
    if (isOver(seen) || restMs <= 0) return seen;
    await sleep(Math.min(waitMs, restMs));
  }
}
