import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import { appNames, type AppName } from './parts.js';

/** What a process runs from its next start on: a compiled project, and variables. */
type Build = { readonly folder: string; readonly environment: Readonly<Record<string, string>> };

export type Keeper = {
  /** How often each app was started again. */
  readonly starts: ReadonlyMap<AppName, number>;
  /** Ends an app, which comes back with that build; returns when it can do its work. */
  replace(name: AppName, build: Build, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 100;
const afterFailureMs = 500;
/** Apart enough that two lives of a process never draw alike. */
const seedStep = 7_919;

/** Starts every app again that died, as the supervisor of a real installation does, each life with a seed of its own. */
export function keepUp({ stack }: ChaosStack, seed: number): Keeper {
  const starts = new Map<AppName, number>(appNames.map((name) => [name, 0]));
  const wanted = new Map<AppName, Build>();
  let hasEnded = false;
  const startAgain = async (name: AppName, draws: string) => {
    const build = wanted.get(name);
    await stack.apps[name].restart({ CRASH_SEED: draws, ...build?.environment }, build?.folder);
    if (wanted.get(name) === build) wanted.delete(name);
  };
  const keep = async (name: AppName, index: number) => {
    while (!hasEnded) {
      await sleep(lookEveryMs);
      if (isAlive(stack.apps[name].pid)) continue;
      const lives = (starts.get(name) ?? 0) + 1;
      starts.set(name, lives);
      const draws = String((seed + (lives * appNames.length + index) * seedStep) >>> 0);
      // Not up because a part it needs is down as well: the next turn tries again.
      await startAgain(name, draws).catch(() => sleep(afterFailureMs));
    }
  };
  const keeping = appNames.map(keep);
  return {
    starts,
    async replace(name, build, signal) {
      wanted.set(name, build);
      // It may be on its way up with the build before: then it has to end once more.
      while (wanted.get(name) === build) {
        await stack.apps[name].kill(signal);
        await sleep(lookEveryMs);
      }
    },
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
