import { expect, it } from 'vitest';
import { sayNotTold } from './deliver-callback.js';

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
