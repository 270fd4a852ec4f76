import { untakenStates, type EventState } from '#domain/delivery/event-states';
import type { Database } from '../database.js';
import type { FeedPosition } from './event-feed.js';

/** The delivery state of one event's callback. */
export type ListedCallback = {
  readonly eventId: string;
  readonly identifier: string;
  readonly reference: string;
  readonly state: EventState;
  readonly attempts: number;
  readonly nextAttempt: Date | null;
  /** Null: no callback URL, and nothing is sent. */
  readonly callbackUrl: string | null;
};

export type CallbackSearch = {
  readonly merchant: string;
  /** Absent: all. */
  readonly states?: readonly string[] | undefined;
  /** Where the page before ended. */
  readonly after?: FeedPosition | undefined;
  readonly limit: number;
};

export type CallbackPage = {
  readonly callbacks: readonly ListedCallback[];
  /** Undefined on the last page. */
  readonly nextAfter: FeedPosition | undefined;
};

/** The states that merchants ask for most, and that few callbacks have: they have their own index. */
const untaken: readonly string[] = untakenStates;

/** Callbacks that one call reads; a parameter for the reason that list-transactions.ts gives. */
const scannedMax = 5_000;

/**
 * A merchant's callbacks, newest first. One call reads `scannedMax` of them; a page of a rare state may hold fewer than
 * asked for, even none, and the search goes on behind it.
 */
export async function listCallbacks(database: Database, search: CallbackSearch): Promise<CallbackPage> {
  const { merchant, states = null, after, limit } = search;
  const isUntaken = states?.every((state) => untaken.includes(state)) ?? false;
  const indexed = isUntaken ? `state in ('exhausted', 'stopped')` : 'true';
  const rows = await database.sql<ListedRow[]>`
    select event_id as "eventId", identifier, state, attempts, next_attempt as "nextAttempt",
      callback_url as "callbackUrl", committed_in::text as "committedIn", is_found as "isFound", is_bound as "isBound",
      (select reference from transactions where transactions.identifier = judged.identifier) as reference
    from (
      select scanned.*, place = ${scannedMax} as is_bound,
        (${states}::text[] is null or state = any(${states}::text[])) as is_found
      from (
        select event_id, identifier, state, attempts, next_attempt, callback_url, committed_in,
          row_number() over (order by committed_in desc, event_id desc) as place
        from events
        where merchant = ${merchant} and ${() => indexed}
          and (committed_in, event_id) < (${after?.committedIn ?? lastTransaction}::xid8, ${after?.eventId ?? ''})
        order by committed_in desc, event_id desc limit ${scannedMax}
      ) as scanned
    ) as judged
    where is_found or is_bound
    order by committed_in desc, event_id desc limit ${limit} + 1`;
  const found = rows.filter(({ isFound }) => isFound);
  const isMore = found.length > limit;
  const last = isMore ? found[limit - 1] : rows.find(({ isBound }) => isBound);
  return {
    callbacks: found.slice(0, limit),
    nextAfter: last && { committedIn: last.committedIn, eventId: last.eventId },
  };
}

/** No row is behind it. */
const lastTransaction = '18446744073709551615';

type ListedRow = ListedCallback &
  FeedPosition & {
    readonly isFound: boolean;
    /** The last one that this call reads. */
    readonly isBound: boolean;
  };

/** The result of one attempt. */
export type LoggedDelivery = {
  readonly at: Date;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly latencyMs: number;
};

export type CallbackWithDeliveries = ListedCallback & {
  /** The latest hundred, oldest first. */
  readonly deliveries: readonly LoggedDelivery[];
};

export async function findCallback(
  database: Database,
  { merchant, eventId }: { readonly merchant: string; readonly eventId: string },
): Promise<CallbackWithDeliveries | undefined> {
  const [callback] = await database.sql<ListedCallback[]>`
    select event_id as "eventId", identifier, reference, state, attempts, next_attempt as "nextAttempt",
      events.callback_url as "callbackUrl"
    from events join transactions using (identifier)
    where event_id = ${eventId} and events.merchant = ${merchant}`;
  if (!callback) return undefined;
  const latest = await database.sql<LoggedDelivery[]>`
    select at, http_status as "httpStatus", failure, latency_ms as "latencyMs" from delivery_attempts
    where event_id = ${eventId} order by n desc limit 100`;
  return { ...callback, deliveries: latest.toReversed() };
}
