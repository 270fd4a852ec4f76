import type { FeedPosition } from '#persistence/callbacks/event-feed';
import { fits, readPlace, writePlace } from '../http/page-cursor.js';

/** Before the very first event. */
export const feedStart: FeedPosition = { committedIn: '0', eventId: '' };

/** A position as an opaque text that the merchant sends back. */
export function writeCursor({ committedIn, eventId }: FeedPosition): string {
  return writePlace(committedIn, eventId);
}

/** Undefined for any text that is not a cursor of the feed. */
export function readCursor(cursor: string): FeedPosition | undefined {
  const [committedIn, eventId] = readPlace(cursor, positionPattern) ?? [];
  if (committedIn === undefined || eventId === undefined) return undefined;
  return fits(committedIn, 64n) ? { committedIn, eventId } : undefined;
}

const positionPattern = /^(0|[1-9]\d{0,19})\.((?:evt_[0-9A-Za-z-]{1,64})?)$/;
