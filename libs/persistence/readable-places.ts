import type { Database } from './database.js';

/**
 * How far a merchant's events, or entries, may be read so that nothing is ever skipped: up to `newest`, and before `firstOpen`.
 * Decimal texts of 64-bit numbers.
 */
export type ReadablePlaces = {
  /** Of what is committed; zero: nothing is. */
  readonly newest: string;
  /** The lowest that a transaction which is still open may take. */
  readonly firstOpen: string;
};

const newestPlaceOf = {
  events:
    'select committed_in from events where merchant = asked.merchant order by committed_in desc limit 1',
  ledger_entries: 'select newest_entry_place(asked.merchant)',
} as const;

/**
 * Asked in a statement of its own, before the one that reads: a statement sees what was committed when it began, and looks at the
 * locks only later, when a transaction may have ended that it does not see. A transaction that writes from now on takes a place behind
 * `newest` (docs/decisions/0044).
 */
export async function findReadablePlaces(
  database: Database,
  table: keyof typeof newestPlaceOf,
  merchant: string,
): Promise<ReadablePlaces> {
  const [places] = await database.sql<ReadablePlaces[]>`
    select coalesce((${() => newestPlaceOf[table]}), '0')::text as newest,
      coalesce((select place from open_places where key = hashtext(asked.merchant)), ${behindAll}::xid8)::text as "firstOpen"
    from (select ${merchant}::text) as asked (merchant)`;
  if (!places) throw new Error('asking for places answers with one row');
  return places;
}

const behindAll = '18446744073709551615';
