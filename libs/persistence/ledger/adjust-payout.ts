import type { Database } from '../database.js';

/**
 * Corrects a payout that was recorded as successful and whose money came back (contract §13): an entry beside the
 * others, once, never an edit. `notSettled` when it is no successful payout: nothing was posted.
 */
export async function adjustPayout(
  database: Pick<Database, 'sql'>,
  it: { readonly identifier: string; readonly operator: string; readonly reason: string },
): Promise<'posted' | 'postedBefore' | 'notSettled'> {
  const [row] = await database.sql<{ is_posted: boolean; is_settled: boolean }[]>`
    with settled as (
      select merchant, currency, amount, identifier from ledger_entries
      where identifier = ${it.identifier} and kind = 'settle'
    ), posted as (
      insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier, note)
      select merchant, currency, 'clearing', 'available', amount, 'adjust', identifier, ${`${it.operator}: ${it.reason}`}
      from settled
      on conflict on constraint ledger_entries_once_key do nothing
      returning id
    )
    select exists (select from posted) as is_posted, exists (select from settled) as is_settled`;
  if (row?.is_posted === true) return 'posted';
  return row?.is_settled === true ? 'postedBefore' : 'notSettled';
}
