import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.js';

it('never has more under way than there are lanes, and keeps the order of the results', async () => {
  let underWay = 0;
  const seen: number[] = [];
  const results = await inLanes([5, 1, 3, 1, 1], 2, async (turns) => {
    seen.push((underWay += 1));
    for (let index = 0; index < turns; index += 1) await turn();
    underWay -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 30, 10, 10]);
  expect(Math.max(...seen)).toBe(2);
});

it('fails with the first failure', async () => {
  await expect(inLanes([1], 2, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
