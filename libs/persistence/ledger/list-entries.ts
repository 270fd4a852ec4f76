import { findReadablePlaces } from '../readable-places.js';
import type { Database } from '../database.js';
import type { LedgerAccount, LedgerEntryKind } from '../entities/ledger.js';

/** A place among a merchant's entries: behind the one that was read last. Decimal texts of 64-bit numbers. */
export type EntryPosition = { readonly committedIn: string; readonly id: string };

export type ListedEntry = EntryPosition & {
  readonly postedAt: Date;
  readonly kind: LedgerEntryKind;
  readonly currency: string;
  /** Major units, with the decimals that were posted. */
  readonly amount: string;
  readonly fromAccount: LedgerAccount;
  readonly toAccount: LedgerAccount;
  /** Null for a top-up, which belongs to no transaction. */
  readonly identifier: string | null;
  readonly reference: string | null;
  /** Null for all entries but those of reversals. */
  readonly reversalId: string | null;
};

export type EntrySearch = {
  readonly merchant: string;
  /** Absent: all. */
  readonly currency?: string | undefined;
  readonly after: EntryPosition;
  readonly limit: number;
};

/**
 * A merchant's next entries behind `after`, oldest first. Like the feed it stops before open transactions that
 * write to this merchant, so that nothing is ever skipped (contract §7). The index has the currency first, so that a rare one costs no
 * more than another; the currencies are found in it one by one.
 */
export async function listEntries(database: Database, search: EntrySearch): Promise<readonly ListedEntry[]> {
  const { merchant, currency = null, after, limit } = search;
  const { newest, firstOpen } = await findReadablePlaces(database, 'ledger_entries', merchant);
  return database.sql<ListedEntry[]>`
    with recursive currencies as (
      (select currency from ledger_entries where merchant = ${merchant} order by currency limit 1)
      union all
      select (select ledger_entries.currency from ledger_entries
        where merchant = ${merchant} and ledger_entries.currency > currencies.currency
        order by ledger_entries.currency limit 1)
      from currencies where currency is not null
    ), listed as (
      select entries.* from currencies cross join lateral (
        select * from ledger_entries
        where merchant = ${merchant} and ledger_entries.currency = currencies.currency
          and (committed_in, id) > (${after.committedIn}::xid8, ${after.id}::bigint)
          and committed_in <= ${newest}::xid8 and committed_in < ${firstOpen}::xid8
        order by committed_in, id limit ${limit}
      ) as entries
      where ${currency}::text is null or currencies.currency = ${currency}
      order by committed_in, id limit ${limit}
    )
    select id, committed_in::text as "committedIn", posted_at as "postedAt", kind, currency, amount::text as amount,
      from_account as "fromAccount", to_account as "toAccount", identifier, reversal_id as "reversalId",
      (select reference from transactions where transactions.identifier = listed.identifier) as reference
    from listed order by committed_in, id`;
}
