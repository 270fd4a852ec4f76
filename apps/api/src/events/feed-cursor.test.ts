import { describe, expect, it } from 'vitest';
import { feedStart, readCursor, writeCursor } from './feed-cursor.js';

const position = { committedIn: '18446744073709551615', eventId: 'evt_0199c0ffee00700080000000000000ab' };

describe('a cursor of the feed', () => {
  it.each([
    ['the start', feedStart],
    ['the largest transaction id', position],
    ['a small one', { ...position, committedIn: '731' }],
  ])('of %s gives its position back', (_what, given) => {
    const cursor = writeCursor(given);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(readCursor(cursor)).toEqual(given);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['an event id', position.eventId],
    ['padding', `${writeCursor(position)}=`],
    ['a space', `${writeCursor(position)} `],
    ['a cut cursor', writeCursor(position).slice(0, 20)],
    ['a larger transaction id', writeCursor({ ...position, committedIn: '18446744073709551616' })],
    ['a leading zero', writeCursor({ ...position, committedIn: '01' })],
    ['a negative one', writeCursor({ ...position, committedIn: '-1' })],
    ['a foreign event id', writeCursor({ ...position, eventId: "evt_' or true" })],
    ['U+0000', writeCursor({ ...position, eventId: 'evt_\0' })],
  ])('is not %s', (_what, cursor) => {
    expect(readCursor(cursor)).toBeUndefined();
  });
});
