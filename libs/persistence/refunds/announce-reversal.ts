import type { Transaction } from '#domain/transaction/transaction';
import { writeReversalEvent } from '#domain/wire/reversal';
import type { Database } from '../database.js';
import { showReversal, type ReversalRow } from './load-reversals.js';
import { newId } from './new-id.js';

/**
 * Writes the one event of a reversal: for the feed, and for the callback address of its transaction. Recovery wakes the
 * transaction's workflow, which delivers it. The reversal is recorded in this database transaction, or was before.
 */
export async function announceReversal(
  database: Pick<Database, 'sql'>,
  transaction: Pick<
    Transaction,
    'identifier' | 'type' | 'reference' | 'merchant' | 'currency' | 'callbackUrl'
  >,
  reversalId: string,
): Promise<void> {
  const [row] = await database.sql<(ReversalRow & { readonly now: Date })[]>`
    select reversals.*, clock_timestamp() as now from reversals where reversal_id = ${reversalId}`;
  if (!row) throw new Error(`reversal ${reversalId} is not recorded`);
  const { identifier, merchant, callbackUrl } = transaction;
  const eventId = newId('evt');
  const body = writeReversalEvent(eventId, showReversal(row, transaction), row.now);
  await database.sql`
    with announced as (
      insert into events (event_id, identifier, reversal_id, merchant, callback_url, body, state, next_attempt)
      values (${eventId}, ${identifier}, ${reversalId}, ${merchant}, ${callbackUrl}, ${body},
        case when ${callbackUrl}::text is null then 'none' else 'pending' end, ${row.now})
    )
    insert into recoveries (identifier, due_at)
    select ${identifier}::uuid, ${row.now}::timestamptz where ${callbackUrl}::text is not null
    on conflict (identifier) do update set step = 0, due_at = least(recoveries.due_at, excluded.due_at)`;
}
