import { transactionSubject } from './open-lists.js';
import type { StaffTable } from './staff-table.js';

/** Where counting stops, so that the page costs the same however much waits. */
export const countedMax = 10_000;

const delivery = 'merchant, callback_url, event_id, state, attempts, finished_at, next_attempt';
const answered = `(select coalesce('HTTP ' || http_status, replace(failure, '_', ' ')) from delivery_attempts
  where delivery_attempts.event_id = newest order by n desc limit 1)`;

/** What the first page shows, each by an index and bounded, without parameters. */
export const overviewTables = {
  reviews: {
    title: 'Open reviews by cause',
    columns: { Cause: 'cause', Count: 'count(*)::integer', Oldest: 'min(raised_at)' },
    from: `(select cause, raised_at from reviews where closed_at is null limit ${countedMax}) as reviews
      group by cause order by 3`,
  },
  unknown: {
    title: 'Unknown outcomes by provider',
    columns: {
      Provider: 'latest.provider',
      Type: 'type',
      Count: 'count(*)::integer',
      Oldest: 'min(started_at)',
    },
    // A submit without a recorded end for a minute has an unknown outcome, too: no call takes longer.
    from: `(
        select identifier, type from transactions
        where finished_at is null and status = 'pending' order by created_at limit ${countedMax}
      ) as open cross join lateral (
        select provider, state, started_at from attempts
        where attempts.identifier = open.identifier order by n desc limit 1
      ) as latest
      where state = 'unknown' or (state = 'sending' and started_at < now() - interval '1 minute')
      group by latest.provider, type order by 4`,
  },
  undelivered: {
    title: 'Callbacks that are not delivered, by endpoint',
    columns: {
      Merchant: 'merchant',
      To: 'host',
      Waiting: 'waiting',
      'Given up': 'given_up',
      Oldest: 'oldest',
      'Last answer': answered,
      'Next attempt': 'next_attempt',
    },
    from: `(
        select merchant, substring(callback_url, '^[a-z]+://[^/?#]+') as host,
          count(*) filter (where state in ('pending', 'paused'))::integer as waiting,
          count(*) filter (where state in ('exhausted', 'stopped'))::integer as given_up,
          min(finished_at) as oldest, max(event_id) filter (where attempts > 0) as newest,
          min(next_attempt) as next_attempt
        from (
          (select ${delivery} from events where state in ('exhausted', 'stopped') limit ${countedMax})
          union all
          (select ${delivery} from events
            where state in ('pending', 'paused') and (state = 'paused' or attempts > 0) limit ${countedMax})
        ) as undelivered
        group by 1, 2
      ) as endpoints order by waiting + given_up desc, merchant limit 20`,
  },
  differences: {
    title: 'Open differences by class',
    columns: { Class: 'class', Count: 'count(*)::integer', Oldest: 'min(opened_at)' },
    from: `(select class, opened_at from differences where state = 'open' and part_of is null limit ${countedMax}) as open
      group by class order by 3`,
  },
  unmatched: {
    title: 'Unmatched reports by provider',
    columns: { Provider: 'provider', Count: 'count(*)::integer', Oldest: 'min(received_at)' },
    from: `(select provider, received_at from provider_events where identifier is null limit ${countedMax}) as unmatched
      group by provider order by 3`,
  },
  disputes: {
    title: 'Disputes that have to be answered',
    columns: {
      Identifier: 'reversals.identifier',
      Merchant: 'merchant',
      Kind: 'kind',
      Amount: 'amount::text',
      Currency: 'currency',
      'Answer until': 'respond_by',
    },
    from: `reversals where respond_by > now() and not exists (select from reversals as won
        where won.identifier = reversals.identifier and won.kind = 'chargeback_won'
          and won.dispute is not distinct from reversals.dispute)
      order by respond_by limit 20`,
  },
  stopped: {
    title: 'Switched off by people',
    columns: {
      What: 'kind',
      Name: 'name',
      Since: 'switched_at',
      Reason: 'reason',
      Who: 'operator',
    },
    from: `(select distinct on (kind, name) * from switches order by kind, name, id desc) as newest
      where is_off order by switched_at`,
  },
  circuits: {
    title: 'Open circuits',
    columns: { MID: 'mid', Failures: 'failures', 'Next try': 'probe_due_at' },
    from: 'circuits where failures >= failures_max order by mid',
  },
  paused: {
    title: 'Paused endpoints',
    columns: {
      Endpoint: 'endpoint',
      'Fails since': 'failing_since',
      Since: 'paused_at',
    },
    from: 'endpoints where paused_at is not null order by paused_at limit 100',
  },
  open: {
    title: 'Under way',
    columns: { Type: 'type', Status: 'status', Count: 'count(*)::integer', Oldest: 'min(created_at)' },
    from: `(select type, status, created_at from transactions where finished_at is null
        order by created_at limit ${countedMax}) as open
      group by type, status order by type, status`,
  },
  newest: {
    title: 'The newest',
    columns: { Created: 'created_at', ...transactionSubject },
    from: 'transactions order by identifier desc limit 10',
  },
} as const satisfies Readonly<Record<string, StaffTable>>;

/** Whether the system does its work, in one row: what its processes have left in the database. */
export const healthTable = {
  title: 'Health',
  columns: {
    overdue: `(select count(*)::integer from (select from recoveries where due_at < now() - interval '1 minute' limit ${countedMax}) as late)`,
    overdueSince: `(select min(due_at) from recoveries where due_at < now() - interval '1 minute')`,
    lost: `(select count(*)::integer from (select from recoveries where ensured_at = '-infinity' limit ${countedMax}) as lost)`,
    unread: `(select count(*)::integer from (select from provider_events
      where applied_at is null and identifier is not null limit ${countedMax}) as unread)`,
    unreadSince: `(select min(received_at) from (select received_at from provider_events
      where applied_at is null and identifier is not null limit ${countedMax}) as unread)`,
    provedAt: '(select proved_at from ledger_proofs order by id desc limit 1)',
    faults: '(select differences from ledger_proofs order by id desc limit 1)',
    sealedAt: '(select sealed_at from audit_seals order by n desc limit 1)',
    monthsUntil: `(select min(until) from (select max(until) as until from month_parts group by table_name) as ends)`,
    version: 'version',
    appliedAt: 'applied_at',
    appliedBy: 'applied_by',
  },
  from: `(select) as once
    left join lateral (select * from shown_configurations order by version desc limit 1) as newest on true`,
} as const satisfies StaffTable;
