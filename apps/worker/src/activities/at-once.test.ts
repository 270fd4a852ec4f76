import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FinalMove } from '#domain/transaction/change';
import { createLog } from '#runtime/create-log';
import { sampleTransaction } from '../../../../libs/domain/transaction/testing/samples.js';
import { createDeliverAtOnce, createUnderWay, FreshEvents } from './at-once.js';
import type { DeliveryDependencies } from './attempt-delivery.js';
import { createOutboundCalls } from './outbound-calls.js';

const longMs = 1_300;

describe('a call within the task of a workflow', () => {
  const failed: string[] = [];
  const create = () => createUnderWay<string>((identifier) => failed.push(identifier));

  it('returns its result if it ends within a second', async () => {
    const underWay = create();
    expect(await underWay.start('soon', () => Promise.resolve('accepted'))).toBe('accepted');
    expect(underWay.find('soon')).toBeUndefined();
  });

  it('fails if it fails within a second', async () => {
    const underWay = create();
    await expect(underWay.start('soon', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(underWay.find('soon')).toBeUndefined();
    expect(failed).toEqual([]);
  });

  it('continues in the background if it takes longer, where it is found and drained', async () => {
    const underWay = create();
    let hasEnded = false;
    const call = () => sleep(longMs, 'accepted').finally(() => (hasEnded = true));
    expect(await underWay.start('long', call)).toBeUndefined();
    expect(hasEnded).toBe(false);
    const found = underWay.find('long');
    await underWay.drain();
    expect(hasEnded).toBe(true);
    expect(await found).toBe('accepted');
    expect(underWay.find('long')).toBeUndefined();
  });

  it('reports a failure in the background', async () => {
    const underWay = create();
    const call = () => sleep(longMs).then(() => Promise.reject(new Error('no')));
    expect(await underWay.start('long', call)).toBeUndefined();
    await underWay.drain();
    expect(failed).toEqual(['long']);
  });
});

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

describe('fresh events', () => {
  it('are given out once, as they were recorded, with their age', () => {
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

  it('are forgotten after two seconds: a process that was frozen reads the event from Postgres', () => {
    events.note(sampleTransaction(), end());
    now = 2_001;
    expect(events.take('id')).toBeUndefined();
  });

  it('are not kept for a transaction without a callback_url', () => {
    const transaction = sampleTransaction({ callbackUrl: undefined });
    events.note(transaction, { ...end(), event: { eventId: 'evt_1', body: '{}', callbackUrl: undefined } });
    expect(events.take('id')).toBeUndefined();
  });

  it('are kept up to a thousand', () => {
    for (let n = 0; n < 1_001; n += 1) events.note(sampleTransaction({ identifier: `id-${n}` }), end());
    expect(events.take('id-0')).toBeUndefined();
    expect(events.take('id-1')).toBeDefined();
    expect(events.take('id-1000')).toBeDefined();
  });
});

it('a repeated step starts no second attempt while the first one is under way', async () => {
  const outbound = createOutboundCalls(createLog('test', 'silent'));
  outbound.freshEvents.note(sampleTransaction(), end());
  void outbound.deliveries.start('id', () => new Promise(() => undefined));
  // A second attempt would need the other dependencies, and fail.
  const dependencies = { isPaused: () => false } as unknown as DeliveryDependencies;
  const { callbackAttemptMs } = sampleTransaction().plan.timing;
  expect(await createDeliverAtOnce(dependencies, outbound)('id')).toEqual({
    attempt: 1,
    leftMs: callbackAttemptMs,
  });
});
