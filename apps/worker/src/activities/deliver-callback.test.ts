import { expect, it } from 'vitest';
import type { FinalMove } from '#domain/transaction/change';
import { createLog } from '#runtime/create-log';
import { sampleTransaction } from '../../../../libs/domain/transaction/testing/samples.js';
import { describeFailedDelivery } from './attempt-delivery.js';
import { createDeliverAtOnce, type DeliveryDependencies } from './deliver-callback.js';
import { FreshEvents } from './fresh-events.js';
import { createOutboundCalls } from './outbound-calls.js';

it.each<[Parameters<typeof describeFailedDelivery>[1], string]>([
  [{ httpStatus: 500, failure: undefined }, 'callback not delivered: attempt 4 got HTTP 500'],
  [
    { httpStatus: undefined, failure: 'timeout' },
    'callback not delivered: attempt 4 was not answered in time',
  ],
  [
    { httpStatus: undefined, failure: 'refused' },
    'callback not delivered: attempt 4 did not reach the endpoint: the connection was refused',
  ],
  [
    { httpStatus: undefined, failure: 'forbidden_address' },
    'callback not delivered: attempt 4 was not made: its address is not allowed',
  ],
  [undefined, 'callback not delivered after 4 attempts'],
])('the pending activity shows the result of the last attempt: %j', (last, text) => {
  expect(describeFailedDelivery(4, last)).toBe(text);
});

it('a repeated step starts no second attempt while the first one is under way', async () => {
  const outbound = createOutboundCalls(createLog('test', 'silent'));
  const freshEvents = new FreshEvents();
  const end = { event: { eventId: 'evt_1', body: '{}', callbackUrl: 'https://merchant.example/callbacks' } };
  freshEvents.note(sampleTransaction(), end as FinalMove);
  void outbound.deliveries.begin('id', () => new Promise(() => undefined));
  // A second attempt would need the other dependencies, and fail.
  const dependencies = { freshEvents, isPaused: () => false } as unknown as DeliveryDependencies;
  const { callbackAttemptMs } = sampleTransaction().plan.timing;
  expect(await createDeliverAtOnce(dependencies, outbound)('id')).toEqual({
    attempt: 1,
    leftMs: callbackAttemptMs,
  });
});
