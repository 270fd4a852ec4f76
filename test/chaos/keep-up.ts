import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import { appNames, type AppName } from './parts.js';

export type Keeper = {
  /** How often each app was started again. */
  readonly starts: ReadonlyMap<AppName, number>;
  stop(): Promise<void>;
};

const lookEveryMs = 100;
const afterFailureMs = 500;
/** Apart enough that two lives of a process never draw alike. */
const seedStep = 7_919;

/** Starts every app again that died, as the supervisor of a real installation does, each life with a seed of its own. */
export function keepUp({ stack }: ChaosStack, seed: number): Keeper {
  const starts = new Map<AppName, number>(appNames.map((name) => [name, 0]));
  let hasEnded = false;
  const keep = async (name: AppName, index: number) => {
    while (!hasEnded) {
      await sleep(lookEveryMs);
      if (isAlive(stack.apps[name].pid)) continue;
      const lives = (starts.get(name) ?? 0) + 1;
      starts.set(name, lives);
      const draws = String((seed + (lives * appNames.length + index) * seedStep) >>> 0);
      // Not up because a part it needs is down as well: the next turn tries again.
      await stack.apps[name].restart({ CRASH_SEED: draws }).catch(() => sleep(afterFailureMs));
    }
  };
  const keeping = appNames.map(keep);
  return {
    starts,
    async stop() {
      hasEnded = true;
      await Promise.all(keeping);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
