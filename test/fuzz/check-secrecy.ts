import { join, sep } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { openBooks } from '../witnesses/books.js';
import { found, foundInFiles } from '../witnesses/needles.js';
import { readTexts } from '../witnesses/read-texts.js';
import type { Canaries } from './canaries.js';
import type { Finding } from './check-exchange.js';
import type { Accepted } from './drive-requests.js';

export type SecrecyPlaces = {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Transactions whose workflows' histories are read. */
  readonly transactions: readonly Accepted[];
};

const rule = 'card and personal data are in clear text nowhere';

/** Searches logs, tables, the database's own files and histories for the cards and persons of the requests. */
export async function checkSecrecy(canaries: Canaries, places: SecrecyPlaces): Promise<readonly Finding[]> {
  await checkpoint(places.databaseUrl);
  const needles = [...canaries.ofCards, ...canaries.ofPersons];
  const { directory } = places;
  const isOurs = (path: string) => !path.startsWith(join(directory, 'sandbox') + sep);
  const files = await foundInFiles(needles, directory, isOurs);
  // The provider may know the customer, but must not keep a card number either.
  const provider = await foundInFiles(canaries.ofCards, directory, (path) => !isOurs(path));
  const histories = await seekInHistories(canaries, places);
  return [...files.hits, ...provider.hits, ...histories].map((detail) => ({ rule, detail }));
}

/** Writes every row to the files of the tables. */
async function checkpoint(databaseUrl: string): Promise<void> {
  const books = openBooks(databaseUrl);
  await books.rows('checkpoint');
  await books.close();
}

async function seekInHistories(
  { ofCards, ofPersons }: Canaries,
  { temporalAddress, transactions }: SecrecyPlaces,
): Promise<readonly string[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  const { workflow } = new Client({ connection });
  const hits: string[] = [];
  for (const { type, identifier } of transactions) {
    const handle = workflow.getHandle(workflowIdOf(type, identifier));
    const texts = readTexts([await handle.fetchHistory(), (await handle.describe()).raw]).join('\n');
    hits.push(...found([...ofCards, ...ofPersons], texts).map((name) => `${name} in workflow ${identifier}`));
  }
  await connection.close();
  return hits;
}
