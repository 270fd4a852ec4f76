import type { Database } from '#persistence/database';
import { aftermathTables, caseTables, transactionTable } from '#persistence/staff/case-tables';
import { foundTable, merchantsTable } from '#persistence/staff/find-cases';
import { loadCase } from '#persistence/staff/load-case';
import { openLists } from '#persistence/staff/open-lists';
import { healthTable, overviewTables } from '#persistence/staff/overview-tables';
import { readTable } from '#persistence/staff/staff-table';
import { windowAudit } from '#persistence/staff/window-audit';
import { windowTransactions } from '#persistence/staff/window-transactions';
import { nthEvent, nthIdentifier } from '../stack/fill-history.js';

type Sought = {
  readonly merchant: string;
  readonly reference: string;
  /** Identifier of a transaction that has ended. */
  readonly ended: string;
  readonly limit: number;
};

/** Everything that the pages for staff read, but for their lists of transactions. */
export async function readStaffPages(
  database: Database,
  { merchant, reference, ended, limit }: Sought,
): Promise<void> {
  for (const table of [transactionTable, ...caseTables, ...aftermathTables])
    await readTable(database, table, [ended]);
  await loadCase(database, ended);
  for (const table of [...Object.values(overviewTables), healthTable, merchantsTable])
    await readTable(database, table, []);
  // A list that sums all of history says so, and has another one for when that takes too long.
  for (const list of Object.values(openLists).map((one) => one.instead?.table ?? one))
    for (const values of list.isByMerchant ? [[null], [merchant]] : [[]])
      await readTable(database, list, [limit, ...values]);
  for (const words of [reference, nthEvent(17), 'nothing'])
    await readTable(database, foundTable, [words, ended, nthIdentifier(10), nthIdentifier(100), 7]);
  await windowAudit(database, {}, limit);
}

/** Their lists of transactions: of all, of a part of the reference, of a merchant, of a day, and the next page. */
export async function readStaffLists(
  database: Database,
  { merchant, reference: part, ended, limit }: Sought,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const lists = [{}, { part: 'none' }, { merchant, part }, { merchant, day }, { after: ended }];
  for (const wanted of lists) await windowTransactions(database, wanted, limit);
}
