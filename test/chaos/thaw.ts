import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fakes/seeded-random.js';
import type { ChaosStack } from './chaos-stack.js';
import { workerNames } from './parts.js';

export type Thawer = {
  /** When everybody who stood still has been resumed, and has had a moment to go on. */
  stop(): Promise<void>;
};

const lookEveryMs = 100;
const afterwardsMs = 2_000;
const frozenLine = /^\{"freezePoint":"[^"]+"\}$/gm;

/** Resumes workers that stand still at a freeze point, each after a time of its own. */
export function thaw(
  { stack }: ChaosStack,
  random: Random,
  lasts: { readonly least: number; readonly most: number },
): Thawer {
  let hasEnded = false;
  const thawing: Promise<void>[] = [];
  const watch = async (name: (typeof workerNames)[number]) => {
    const { logFile } = stack.apps[name];
    let position = 0;
    while (!hasEnded) {
      await sleep(lookEveryMs);
      const text = await readFrom(logFile, position);
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      position += Buffer.byteLength(whole);
      for (const _ of whole.matchAll(frozenLine)) {
        thawing.push(
          sleep(random.whole(lasts.least, lasts.most)).then(() => {
            stack.apps[name].resume();
          }),
        );
      }
    }
  };
  const watching = workerNames.map(watch);
  return {
    async stop() {
      hasEnded = true;
      await Promise.all(watching);
      if (thawing.length === 0) return;
      await Promise.all(thawing);
      await sleep(afterwardsMs);
    },
  };
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, size - position));
    await handle.read(bytes, 0, bytes.length, position);
    return bytes.toString('utf8');
  } finally {
    await handle.close();
  }
}
