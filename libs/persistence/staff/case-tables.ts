import type { StaffTable } from './staff-table.js';

export const providerSaid =
  "concat_ws(' ', evidence->>'outcome', replace(evidence->>'kind', '_', ' '), evidence->>'amount', evidence->>'currency', evidence->>'reason')";

/** The transaction itself; `$1` is its identifier. What is sealed is not in it, nor `extra.meta`. */
export const transactionTable = {
  title: 'Transaction',
  columns: {
    Type: 'type',
    Identifier: 'identifier',
    Reference: 'reference',
    Merchant: 'merchant',
    Project: 'project',
    Method: 'method',
    Style: 'style',
    Status: 'status',
    'Status by': 'status_source',
    Error: `nullif(concat_ws(' ', nullif(error_code, 0), nullif(error_reason, '')), '')`,
    'Error in words': 'error_description',
    'Expired at': 'expired_at_stage',
    Amount: `amount::text || ' ' || currency`,
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
    'To be sent from': 'submit_due_at',
    'Payable until': 'payable_until',
    'Last step': 'progressed_at',
    Finished: 'finished_at',
  },
  from: 'transactions where identifier = $1',
} as const satisfies StaffTable;

/** What happened to it, table by table; `$1` is its identifier. */
export const caseTables: readonly StaffTable[] = [
  {
    title: 'History',
    columns: { At: 'at', Status: 'status', By: 'source' },
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
      Counts: 'counts',
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
    title: 'Reversals',
    columns: {
      Told: 'reversals.created_at',
      Reversal: 'reversal_id',
      Kind: 'kind',
      Amount: `amount::text || ' ' || currency`,
      State: 'state',
      Counts: 'counted',
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
