import { randomUUID } from 'node:crypto';
import { openBooks, type Books } from '../witnesses/books.js';
import { fillMonths, keepFor, migrateLongAgo } from './month-history.js';

export type MonthsDatabase = { readonly url: string; readonly books: Books; drop(): Promise<void> };

/** A database of its own on this server, with history in each table, of which the oldest rows are due. */
export async function createMonthsDatabase(serverUrl: string, rows: number): Promise<MonthsDatabase> {
  const owner = openBooks(serverUrl);
  const name = `months_${randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await owner.rows(`create database ${name}`);
  const books = openBooks(url);
  await migrateLongAgo(url, books);
  await fillMonths(books, rows);
  await keepFor(books, 100);
  return {
    url,
    books,
    async drop() {
      await books.close();
      await owner.rows(`drop database ${name} with (force)`);
      await owner.close();
    },
  };
}
