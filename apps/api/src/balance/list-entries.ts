import { Injectable } from '@nestjs/common';
import type { balanceEntry, balanceEntryPage } from '#domain/wire/balance';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { listEntries, type ListedEntry } from '#persistence/ledger/list-entries';
import { acceptQuery, readLimit, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { entriesStart, ListEntriesQuery, readEntryCursor, writeEntryCursor } from './list-entries.dto.js';

@Injectable()
export class ListEntries {
  constructor(private readonly database: Database) {}

  /** One page of the merchant's entries, oldest first; an empty page returns the cursor it was asked for. */
  async list({ merchant }: Caller, sent: SentQuery): Promise<ValueOf<typeof balanceEntryPage>> {
    const query = acceptQuery(ListEntriesQuery, sent);
    const { currency } = query;
    const after = (query.after === undefined ? undefined : readEntryCursor(query.after)) ?? entriesStart;
    const search = { merchant, currency, after, limit: readLimit(query.limit) };
    const entries = await listEntries(this.database, search).catch(unavailable());
    return { entries: entries.map(describeEntry), next_after: writeEntryCursor(entries.at(-1) ?? after) };
  }
}

function describeEntry({
  id,
  postedAt,
  kind,
  currency,
  amount,
  ...entry
}: ListedEntry): ValueOf<typeof balanceEntry> {
  return {
    entry_id: id,
    date: postedAt.toISOString(),
    kind,
    currency,
    amount,
    from: entry.fromAccount,
    to: entry.toAccount,
    identifier: entry.identifier,
    reference: entry.reference,
    reversal_id: entry.reversalId,
  };
}
