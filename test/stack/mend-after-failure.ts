import { afterEach, inject } from 'vitest';
import { ownLane } from './lane.js';

/**
 * Set-up of each file: after a test that failed, the stack that its lane shares is tried, and restarted where it takes no
 * payments any more. So what hangs fails one test, and not every one after it by its time-out.
 */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await fetch(`${inject('laneStacks')}/${await ownLane()}`, { method: 'POST' });
});
