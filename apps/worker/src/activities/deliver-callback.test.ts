import { expect, it } from 'vitest';
import type { FinalMove } from '#domain/transaction/change';
import { createLog } from '#runtime/create-log';
import { sampleTransaction } from '../../../../libs/domain/transaction/testing/samples.js';
import { createDeliverAtOnce, sayNotTold, type DeliveryDependencies } from './deliver-callback.js';
import { FreshEvents } from './fresh-events.js';
import { createOutboundCalls } from './outbound-calls.js';

it.each<[Parameters<typeof sayNotTold>[1], string]>([
  [{ httpStatus: 500, failure: undefined }, 'not told yet: attempt 4 got HTTP 500'],
  [{ httpStatus: undefined, failure: 'timeout' }, 'not told yet: attempt 4 was not answered in time'],
  [
    { httpStatus: undefined, failure: 'refused' },
    'not told yet: attempt 4 did not reach the endpoint: the connection was refused',
  ],
  [
    { httpStatus: undefined, failure: 'forbidden_address' },
    'not told yet: attempt 4 was not made: its address is not allowed',
  ],
  [undefined, 'not told yet, after 4 attempts'],
])('the pending activity says what the last attempt came to: %j', (last, said) => {
  expect(sayNotTold(4, last)).toBe(said);
});

it('the first attempt is left alone while it goes on, however often its step is repeated', async () => {
  const outbound = createOutboundCalls(createLog('test', 'silent'));
  const freshEvents = new FreshEvents();
  const end = { event: { eventId: 'evt_1', body: '{}', callbackUrl: 'https://merchant.example/callbacks' } };
  freshEvents.note(sampleTransaction(), end as FinalMove);
  void outbound.deliveries.begin('id', () => new Promise(() => undefined));
  // Nothing else is needed unless it attempts a second one.
  const dependencies = { freshEvents, isPaused: () => false } as unknown as DeliveryDependencies;
  const { callbackAttemptMs } = sampleTransaction().plan.timing;
  expect(await createDeliverAtOnce(dependencies, outbound)('id')).toEqual({
    attempt: 1,
    leftMs: callbackAttemptMs,
  });
});
