import { expect, it } from 'vitest';
import { describeFailedDelivery } from './attempt-delivery.js';

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
