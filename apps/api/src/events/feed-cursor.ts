import type { FeedPosition } from '#persistence/callbacks/event-feed';

/** Before the first event of all. */
export const feedStart: FeedPosition = { committedIn: '0', eventId: '' };

/** A position as a merchant gets it: a text to give back, and nothing to look into. */
export function writeCursor({ committedIn, eventId }: FeedPosition): string {
  return Buffer.from(`${committedIn}.${eventId}`).toString('base64url');
}

/** Undefined for everything that was never given out as a cursor. */
export function readCursor(cursor: string): FeedPosition | undefined {
  const [, committedIn, eventId] =
    positionForm.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (committedIn === undefined || eventId === undefined) return undefined;
  if (BigInt(committedIn) > transactionIdMax) return undefined;
  const position = { committedIn, eventId };
  return writeCursor(position) === cursor ? position : undefined;
}

const positionForm = /^(0|[1-9]\d{0,19})\.((?:evt_[0-9A-Za-z-]{1,64})?)$/;
const transactionIdMax = 2n ** 64n - 1n;
