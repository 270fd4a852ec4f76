import { inject } from 'vitest';
import { ownLane } from './lane.js';
import type { SharedStack } from './lane-stacks.js';

/** The stack that the test files of this lane share, one after the other. It is started by the first that imports it. */
export const sharedStack = await enterLane();

async function enterLane(): Promise<SharedStack> {
  const lane = await ownLane();
  const answer = await fetch(`${inject('laneStacks')}/${lane}`);
  if (answer.ok) return (await answer.json()) as SharedStack;
  throw new Error(`The stack of lane ${lane} did not start: ${String(await answer.json())}`);
}
