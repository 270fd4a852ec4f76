/** Collects names for one run over all of them; a name that is already waiting is not added again. */
export type Gatherer = {
  /** False: it was dropped, because too many are waiting. */
  add(name: string): boolean;
};

/** Maximum number of names in one run, and of waiting names. */
export type GatherLimits = { readonly runMax: number; readonly waitingMax: number };

const usualLimits: GatherLimits = { runMax: 500, waitingMax: 20_000 };

/** Runs over the collected names in their order, one run after the other. `run` never rejects. */
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
      // Later in this turn, so that all names of the turn share one run.
      queueMicrotask(() => void runAll());
      return true;
    },
  };
}
