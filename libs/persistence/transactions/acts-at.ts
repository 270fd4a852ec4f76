import { afterWindowMs } from '#domain/transaction/look-ups';
import { timing } from './transaction-row.js';

/*
 * When the workflow of a transaction has something to do next, from what is recorded of it: recovery starts those first that
 * act first (contract §9).
 */

/** SQL: what is recorded of the transactions of `taken (identifier)`, one row each. */
export const joinRecorded = `
  cross join lateral (select * from transactions where transactions.identifier = taken.identifier limit 1) as transactions
  cross join lateral (select ${timing}->'lookupMs' as look_up_ms) as terms
  cross join lateral (select min(received_at) as unread_since from provider_events
    where provider_events.identifier = taken.identifier and applied_at is null) as heard
  left join lateral (
    select n as attempt, state as attempt_state, started_at, state = 'declined' and coalesce(cause = 'retry', false) as is_retried
    from attempts where attempts.identifier = taken.identifier order by n desc limit 1) as latest on true
  cross join lateral (
    select count(*) as look_ups, count(*) filter (where counts)::integer as questions,
      coalesce(max(asked_at) filter (where counts), started_at) as last_asked_at
    from lookups where lookups.identifier = taken.identifier and lookups.n = attempt) as asked
  cross join lateral (
    select min(next_attempt) filter (where state = 'pending') as deliver_at,
      coalesce(bool_or(is_released or (reversal_id is not null and state = 'pending' and attempts = 0)), false) as is_released
    from events where events.identifier = taken.identifier) as told`;

/** SQL, after `joinRecorded`: the phase in which its workflow only waits; null if it has something to do at once. */
export const waitsIn = `case
  when finished_at is not null or unread_since is not null then null
  when submit_due_at is null and (type <> 'payment' or status in ('new', 'created') or is_retried) then 'awaitingInput'
  when attempt_state = 'accepted' then 'waiting'
  when attempt_state = 'unknown' then 'unknown'
end`;

const wait = `(look_up_ms->>least(questions, jsonb_array_length(look_up_ms) - 1))::float8 * interval '1 millisecond'`;
const windowEnd = `payable_until + ${afterWindowMs} * interval '1 millisecond'`;

/**
 * SQL, after `joinRecorded`: when it applies a report, sends, delivers, closes its window or asks the provider. Look-ups go on
 * where they were (`nextLookUpMs`), so that those that were lost together are as far apart as before.
 */
export const actsAt = `coalesce(case
  when unread_since is not null then unread_since
  when finished_at is not null then deliver_at
  else case ${waitsIn}
    when 'awaitingInput' then payable_until
    when 'waiting' then least(last_asked_at + ${wait}, case when last_asked_at < ${windowEnd} then ${windowEnd} end)
    when 'unknown' then last_asked_at + ${wait}
    else coalesce(started_at, submit_due_at)
  end
end, now())`;
