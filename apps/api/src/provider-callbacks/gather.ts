/** Names that wait for one run over all of them; a name that waits already is not added again. */
export type Gatherer = {
  /** False: it was left out, because too many wait. */
  add(name: string): boolean;
};

/** How many go into one run, and how many wait at most. */
export type GatherLimits = { readonly runMax: number; readonly waitingMax: number };

const usualLimits: GatherLimits = { runMax: 500, waitingMax: 20_000 };

/** Runs over what has gathered, in the order in which it came, one run after the other. `run` never rejects. */
export function createGatherer(
  run: (names: readonly string[]) => Promise<void>,
  { runMax, waitingMax }: GatherLimits = usualLimits,
): Gatherer {
  const waiting = new Set<string>();
  let isRunning = false;
  const runAll = async () => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.size > 0) {
      const names = [...waiting].slice(0, runMax);
      for (const name of names) waiting.delete(name);
      await run(names);
    }
    isRunning = false;
  };
  return {
    add(name) {
      if (waiting.size >= waitingMax && !waiting.has(name)) return false;
      waiting.add(name);
      // Not at once: what comes in the same turn goes into the same run.
      queueMicrotask(() => void runAll());
      return true;
    },
  };
}
