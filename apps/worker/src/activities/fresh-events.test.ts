import { beforeEach, expect, it } from 'vitest';
import type { FinalMove } from '#domain/transaction/change';
import { sampleTransaction } from '../../../../libs/domain/transaction/testing/samples.js';
import { FreshEvents } from './fresh-events.js';

const url = 'https://merchant.example/callbacks';
let now: number;
let events: FreshEvents;

beforeEach(() => {
  now = 0;
  events = new FreshEvents(() => now);
});

function end(callbackUrl: string | undefined = url): FinalMove {
  return {
    to: 'success',
    source: 'provider',
    error: undefined,
    expiredAtStage: undefined,
    finishedAt: new Date(),
    event: { eventId: 'evt_1', body: '{}', callbackUrl },
  };
}

it('gives an event once, as it was written, with its age', () => {
  events.note(sampleTransaction(), end());
  now = 300;
  expect(events.take('id')).toMatchObject({
    eventId: 'evt_1',
    merchant: 'merchant',
    project: 'project',
    callbackUrl: url,
    body: '{}',
    state: 'pending',
    attempts: 0,
    waitMs: 0,
    finalForMs: 300,
    traceparent: null,
  });
  expect(events.take('id')).toBeUndefined();
});

it('forgets what is older than two seconds: a process that was frozen reads what became of it', () => {
  events.note(sampleTransaction(), end());
  now = 2_001;
  expect(events.take('id')).toBeUndefined();
});

it('keeps nothing for a transaction without a callback_url', () => {
  const transaction = sampleTransaction({ callbackUrl: undefined });
  events.note(transaction, { ...end(), event: { eventId: 'evt_1', body: '{}', callbackUrl: undefined } });
  expect(events.take('id')).toBeUndefined();
});

it('keeps the latest thousand', () => {
  for (let n = 0; n < 1_001; n += 1) events.note(sampleTransaction({ identifier: `id-${n}` }), end());
  expect(events.take('id-0')).toBeUndefined();
  expect(events.take('id-1')).toBeDefined();
  expect(events.take('id-1000')).toBeDefined();
});
