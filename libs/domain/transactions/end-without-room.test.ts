import { expect, it } from 'vitest';
import { endWithoutRoom } from './end-without-room.js';

const notSent = { state: 'not_sent', cause: undefined };
const softlyDeclined = { state: 'declined', cause: 'soft' };
const passedBy = { state: 'not_sent', cause: 'limit' };

it.each([
  ['one route that was not reached', [notSent, passedBy], 'error', 'neverSent'],
  ['several', [notSent, notSent, passedBy], 'error', 'neverSentByAnyRoute'],
  ['several, of which only one was asked', [notSent, passedBy, passedBy], 'error', 'neverSent'],
  ['a soft decline', [notSent, softlyDeclined, passedBy], 'declined', 'declined'],
  [
    'a route not reached after a soft decline',
    [softlyDeclined, passedBy, notSent],
    'error',
    'neverSentByAnyRoute',
  ],
] as const)('after %s', (_name, attempts, to, error) => {
  expect(endWithoutRoom(attempts)).toEqual({ to, source: 'provider', error });
});
