import { expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { midQueue, midsOfOtherQueues, queueOf, transactionsQueue } from './task-queues.js';

const mid = { provider: 'bank', enabled: true };
const mids = {
  free: mid,
  slow: { ...mid, requestsPerSecondMax: 5 },
  slower: { ...mid, requestsPerSecondMax: 1 },
};
const configuration = { mids } as unknown as Configuration;

it('an activity sends to limited MIDs of its own queue only, and to all others', () => {
  expect(midsOfOtherQueues(configuration, transactionsQueue)).toEqual(['slow', 'slower']);
  expect(midsOfOtherQueues(configuration, midQueue('slow'))).toEqual(['slower']);
  expect(midsOfOtherQueues(configuration, midQueue('free'))).toEqual(['slow', 'slower']);
});

it('only a limited MID has a queue of its own', () => {
  const queues = ['free', 'slow', 'gone', undefined].map((name) => queueOf(configuration, name));
  expect(queues).toEqual([undefined, 'mid-slow', undefined, undefined]);
});
