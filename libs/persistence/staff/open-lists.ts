import { financeLists } from './finance-tables.js';
import { providerSaid } from './case-tables.js';
import type { StaffTable } from './staff-table.js';

/** By which people know a transaction, where a table shows several. */
export const transactionSubject = {
  Identifier: 'transactions.identifier',
  Merchant: 'transactions.merchant',
  Reference: 'transactions.reference',
  Type: 'transactions.type',
  Method: 'transactions.method',
  Amount: `transactions.amount::text`,
  Currency: 'transactions.currency',
  Status: 'transactions.status',
} as const;

/** Row by row, however many transactions there are. */
const transactionOf = (table: string) =>
  `select * from transactions where transactions.identifier = ${table}.identifier limit 1`;

/** What waits for a person or for somebody else, by its name in an address; `$1` is how many rows at most. */
export const openLists: Readonly<Record<string, StaffTable>> = {
  reviews: {
    title: 'Open reviews',
    columns: { Raised: 'raised_at', Cause: 'cause', 'Provider said': providerSaid, ...transactionSubject },
    from: `reviews cross join lateral (${transactionOf('reviews')}) as transactions
      where closed_at is null and ($2::text is null or transactions.merchant = $2) order by raised_at, id limit $1`,
    isByMerchant: true,
  },
  unknown: {
    title: 'Unknown outcomes',
    columns: {
      Sent: 'attempts.started_at',
      ...transactionSubject,
      Provider: 'attempts.provider',
      MID: 'mid',
      'Our reference': 'provider_reference',
      Cause: 'attempts.cause',
      Detail: 'attempts.detail',
    },
    from: `transactions cross join lateral (
        select * from attempts where attempts.identifier = transactions.identifier and state = 'unknown' order by n limit 100
      ) as attempts
      where transactions.finished_at is null and ($2::text is null or merchant = $2)
      order by transactions.created_at limit $1`,
    isByMerchant: true,
  },
  undelivered: {
    title: 'Undelivered callbacks',
    columns: {
      Ended: 'undelivered.finished_at',
      ...transactionSubject,
      To: `split_part(undelivered.callback_url, '?', 1)`,
      Event: 'event_id',
      State: 'state',
      Attempts: 'attempts',
      'Last answer': `(select coalesce('HTTP ' || http_status, replace(failure, '_', ' ')) from delivery_attempts
        where delivery_attempts.event_id = undelivered.event_id order by n desc limit 1)`,
      'Next attempt': 'next_attempt',
    },
    // Two indexes: what was given up, and what waits for its next attempt.
    from: `(
        select * from (
          select event_id, identifier, merchant, state, attempts, next_attempt, callback_url, finished_at from events
          where state in ('exhausted', 'stopped')
          union all
          select event_id, identifier, merchant, state, attempts, next_attempt, callback_url, finished_at from events
          where endpoint is not null and state not in ('exhausted', 'stopped')
        ) as waiting where $2::text is null or merchant = $2 order by finished_at desc limit $1
      ) as undelivered cross join lateral (${transactionOf('undelivered')}) as transactions
      order by undelivered.finished_at desc limit $1`,
    isByMerchant: true,
  },
  unmatched: {
    title: 'Unmatched inbox',
    columns: {
      Received: 'received_at',
      Provider: 'provider',
      Event: 'event_id',
      'Our reference': 'provider_reference',
      'Provider said': providerSaid,
    },
    from: `provider_events where identifier is null order by received_at desc limit $1`,
  },
  ...financeLists,
};
