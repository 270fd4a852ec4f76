import type { StaffTable } from './staff-table.js';

/** An amount without trailing zeros. */
export const trimmed = (column: string) => `trim_scale(${column})::text`;

export const providerSaid =
  "concat_ws(' ', evidence->>'outcome', replace(evidence->>'kind', '_', ' '), evidence->>'amount', evidence->>'currency', evidence->>'reason')";

/** Who set its status. If no provider was reached, no provider can have set it. */
const sourceOf = (source: string) => `case
  when ${source} = 'provider' and status not in ('success', 'created') and not exists (select from attempts
    where attempts.identifier = $1 and state <> 'not_sent') then 'no provider was reached'
  else ${source} end`;

/** The end of a wait, while it lasts. */
const untilWhere = (condition: string) =>
  `case when finished_at is null and submit_due_at is null and ${condition} then payable_until end`;

/** The transaction itself; `$1` is its identifier. What is sealed is not in it, nor `extra.meta`. */
export const transactionTable = {
  title: 'Transaction',
  columns: {
    Type: 'type',
    Id: 'identifier',
    Reference: 'reference',
    Merchant: 'merchant',
    Project: 'project',
    Method: 'method',
    Style: 'style',
    Status: 'status',
    'Status by': sourceOf('status_source'),
    Error: `nullif(concat_ws(' ', nullif(error_code, 0), nullif(error_reason, '')), '')`,
    'Error in words': 'error_description',
    'Expired at': 'expired_at_stage',
    Amount: `amount::text || ' ' || currency`,
    Payment: 'payment',
    Reason: 'reason',
    'Went back': `(select nullif(refunded + provider_refunded + charged_back, 0)::text || ' ' || currency
      from refund_totals where refund_totals.payment = transactions.identifier)`,
    Billed: `billing_amount::text || ' ' || billing_currency`,
    Provider: 'provider',
    Card: `card_first6 || '…' || card_last4 || coalesce(' ' || card_brand, '')`,
    Bank: `nullif(concat_ws(' ', bank_code, bank_name), '')`,
    Description: 'description',
    'Callback to': `split_part(callback_url, '?', 1)`,
    Request: 'request_id',
    Trace: 'substr(traceparent, 4, 32)',
    Created: 'created_at',
    'Page opened': 'opened_at',
    'To be sent at': `case when finished_at is null
      and not exists (select from attempts where attempts.identifier = transactions.identifier) then submit_due_at end`,
    'Payable until': `case when type = 'payment' then payable_until end`,
    'Bank to be chosen until': untilWhere(`type = 'payout' and challenge_type = 'bank_code'`),
    'To be approved until': untilWhere(
      `type <> 'payment' and coalesce(challenge_type, '') <> 'bank_code' and waits_for is null`,
    ),
    'Last step': 'progressed_at',
    Finished: 'finished_at',
  },
  from: 'transactions where identifier = $1',
} as const satisfies StaffTable;

/** What happened to its money afterwards, and what statements say of it; a table without rows is not shown. */
export const aftermathTables: readonly StaffTable[] = [
  {
    title: 'Refunds',
    columns: {
      Identifier: 'identifier',
      Reference: 'reference',
      Amount: 'amount::text',
      Currency: 'currency',
      Status: 'status',
      Reason: 'reason',
      Created: 'created_at',
      Finished: 'finished_at',
    },
    from: 'transactions where payment = $1 order by created_at limit 100',
  },
  {
    title: 'Reversals',
    columns: {
      Told: 'reversals.created_at',
      Reversal: 'reversal_id',
      Kind: 'kind',
      Amount: 'amount::text',
      Currency: 'currency',
      State: 'state',
      Counted: `nullif(counted, 0)::text || ' ' || currency`,
      Dispute: 'dispute',
      Reason: 'reason',
      'Answer until': 'respond_by',
      'Told by': `(select string_agg(way || ' ' || key, ', ' order by told_at) from reversal_words
        where reversal_words.reversal_id = reversals.reversal_id)`,
      Posted: 'posted_at',
    },
    from: 'reversals where identifier = $1 order by id',
  },
  {
    title: 'Statement lines',
    columns: {
      Line: 'line.line_id::text',
      Booked: 'booked_on::text',
      Kind: 'line.kind',
      Gross: trimmed('gross'),
      Fee: trimmed('fee'),
      Net: trimmed('net'),
      Currency: 'currency',
      'Paid out with': 'line.settlement',
      By: 'way',
    },
    from: `(select distinct on (line_id) line_id, way from statement_matches
        where identifier = $1 order by line_id, turn desc) as matched
      join statement_lines as line using (line_id) order by booked_on, line_id limit 100`,
  },
  {
    title: 'Differences',
    columns: {
      Difference: 'id::text',
      State: 'state',
      Class: 'class',
      Day: 'on_day::text',
      Amount: trimmed('amount'),
      Currency: 'currency',
      Opened: 'opened_at',
    },
    from: 'differences where identifier = $1 order by id limit 100',
  },
];

/** What happened to it, table by table; `$1` is its identifier. */
export const caseTables: readonly StaffTable[] = [
  {
    title: 'History',
    columns: { At: 'at', Status: 'status', By: sourceOf('source') },
    from: 'status_history where identifier = $1 order by id',
  },
  {
    title: 'Routing decision',
    columns: {
      Route: `candidate->>'route'`,
      MID: `candidate->>'mid'`,
      Provider: `candidate->>'provider'`,
      Tried: `candidate->>'position'`,
      Because: `candidate->>'reason'`,
      'In words': `candidate->>'description'`,
      Configuration: 'configuration_version',
    },
    from: `routing_decisions
      cross join lateral jsonb_array_elements(candidates) with ordinality as listed (candidate, place)
      where identifier = $1 order by place`,
  },
  {
    title: 'Attempts',
    columns: {
      No: 'n',
      Started: 'started_at',
      Provider: 'provider',
      MID: 'mid',
      'Our reference': 'provider_reference',
      "Provider's id": 'provider_id',
      State: 'state',
      Cause: 'cause',
      Detail: 'detail',
      'Provider said': providerSaid,
      Ended: 'finished_at',
    },
    from: 'attempts where identifier = $1 order by n',
  },
  {
    title: 'Look-ups',
    columns: {
      At: 'asked_at',
      Attempt: 'n',
      Answer: 'answer',
      'Provider said': providerSaid,
      Detail: 'detail',
      Asked: `case when counts then 'on schedule' else 'in between' end`,
    },
    from: 'lookups where identifier = $1 order by id',
  },
  {
    title: 'Inbox',
    columns: {
      Received: 'received_at',
      Provider: 'provider',
      Event: 'event_id',
      'Our reference': 'provider_reference',
      'Provider said': providerSaid,
      Applied: 'applied_at',
      Verdict: 'verdict',
    },
    from: 'provider_events where identifier = $1 order by received_at, id',
  },
  {
    title: 'Callback',
    columns: {
      Event: 'event_id',
      State: 'state',
      Attempts: 'attempts',
      'Next attempt': 'next_attempt',
      To: `split_part(callback_url, '?', 1)`,
    },
    from: 'events where identifier = $1 order by committed_in, event_id',
  },
  {
    title: 'Deliveries',
    columns: {
      No: 'n',
      At: 'at',
      Answer: 'http_status',
      Failure: 'failure',
      Milliseconds: 'latency_ms',
    },
    from: 'delivery_attempts join events using (event_id) where identifier = $1 order by event_id, n',
  },
  {
    title: 'Ledger entries',
    columns: {
      Posted: 'posted_at',
      Kind: 'kind',
      From: 'from_account',
      To: 'to_account',
      Amount: `amount::text || ' ' || currency`,
      Reversal: 'reversal_id',
      Author: 'author',
      Reason: 'reason',
    },
    from: 'ledger_entries where identifier = $1 order by id',
  },
  {
    title: 'Reviews',
    columns: {
      Raised: 'raised_at',
      Cause: 'cause',
      'Provider said': providerSaid,
      Closed: 'closed_at',
      By: 'closed_by',
      Reason: 'closing_reason',
      Adjustment: 'adjustment',
    },
    from: 'reviews where identifier = $1 order by id',
  },
  {
    title: 'Decisions',
    columns: {
      At: 'decided_at',
      Decision: 'decision',
      Operator: 'operator',
      Reason: 'reason',
      Evidence: 'evidence',
    },
    from: 'operator_decisions where identifier = $1 order by id',
  },
];
