import { expect, it } from 'vitest';
import { whereThrown } from './where-thrown.js';

/** Goal: a log line leads to the place of a bug, and repeats no data that the bug met. */
it('names places, and nothing of the message', () => {
  const frames = whereThrown(new TypeError('secret 4242424242424242\nat the bank'));
  expect(frames[0]).toContain('where-thrown.test');
  expect(frames.length).toBeLessThanOrEqual(6);
  expect(frames.join(' ')).not.toMatch(/secret|4242|bank/);
});

it.each([undefined, 'text', { stack: '    at somewhere' }])('says nothing of %j', (thrown) => {
  expect(whereThrown(thrown)).toEqual([]);
});
