import { openBooks, type Books } from '../witnesses/books.js';
import type { Accepted } from './drive-requests.js';
import type { Finding } from './check-exchange.js';

/** The rows before the run. */
export type BooksBefore = {
  readonly identifiers: ReadonlySet<string>;
  /** By table, rows without their transaction. */
  readonly orphans: ReadonlyMap<string, number>;
};

export async function lookAtBooks(databaseUrl: string): Promise<BooksBefore> {
  return withBooks(databaseUrl, async (books) => ({
    identifiers: new Set((await transactionsIn(books)).map(({ identifier }) => identifier)),
    orphans: await countOrphans(books),
  }));
}

export type BooksFinding = Finding & { readonly reference?: string };

/**
 * Every accepted request is registered, and nothing else: each transaction has an answer of 200 that names it, and each
 * row elsewhere has a transaction. `mayBe`: references of calls without a whole answer.
 */
export async function checkBooks(
  databaseUrl: string,
  before: BooksBefore,
  accepted: readonly Accepted[],
  mayBe: ReadonlySet<string>,
): Promise<readonly BooksFinding[]> {
  return withBooks(databaseUrl, async (books) => {
    const added = (await transactionsIn(books)).filter(
      ({ identifier }) => !before.identifiers.has(identifier),
    );
    const answered = new Set(accepted.map(({ identifier }) => identifier));
    const registered = new Set(added.map(({ identifier }) => identifier));
    const unanswered = added.filter(
      ({ identifier, reference }) => !answered.has(identifier) && !mayBe.has(reference),
    );
    const known = (identifier: string) => registered.has(identifier) || before.identifiers.has(identifier);
    const missing = accepted.filter(({ identifier }) => !known(identifier));
    return [
      ...unanswered.map(({ reference }) => ({
        rule: 'a refused request registers nothing',
        detail: `there is a transaction ${reference}`,
        reference,
      })),
      ...missing.map(({ identifier, reference }) => ({
        rule: 'an accepted request is registered',
        detail: `there is no transaction ${identifier}`,
        reference,
      })),
      ...findOrphans(before.orphans, await countOrphans(books)),
      ...(await incomplete(books)).filter(({ identifier }) => registered.has(identifier)),
    ];
  });
}

type TransactionRow = { readonly identifier: string; readonly reference: string };

async function transactionsIn(books: Books): Promise<readonly TransactionRow[]> {
  const rows = await books.rows('select identifier::text, reference from transactions');
  return rows.map(({ identifier, reference }) => ({
    identifier: String(identifier),
    reference: String(reference),
  }));
}

async function countOrphans(books: Books): Promise<ReadonlyMap<string, number>> {
  const tables = await books.rows(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'identifier' and table_name <> 'transactions'`,
  );
  const counts = new Map<string, number>();
  for (const { table_name: table } of tables) {
    const [row] = await books.rows(
      `select count(*)::int as count from "${String(table)}" as one
       where identifier is not null
       and not exists (select from transactions where transactions.identifier::text = one.identifier::text)`,
    );
    counts.set(String(table), Number(row?.['count']));
  }
  return counts;
}

function findOrphans(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly BooksFinding[] {
  return [...after]
    .filter(([table, count]) => count !== (before.get(table) ?? 0))
    .map(([table, count]) => ({
      rule: 'a refused request registers nothing',
      detail: `${table}: ${count} rows without a transaction, ${before.get(table) ?? 0} before`,
    }));
}

/** Every registration writes these rows together. */
async function incomplete(
  books: Books,
): Promise<readonly (BooksFinding & { readonly identifier: string })[]> {
  const rows = await books.rows(
    `select reference, identifier::text from transactions
     where not exists (select from personal_data where personal_data.identifier = transactions.identifier)
        or not exists (select from idempotency_records where idempotency_records.identifier = transactions.identifier)`,
  );
  return rows.map(({ reference, identifier }) => ({
    rule: 'a registration is whole',
    identifier: String(identifier),
    detail: `${String(reference)} has no answer state or no personal data`,
    reference: String(reference),
  }));
}

async function withBooks<Result>(url: string, look: (books: Books) => Promise<Result>): Promise<Result> {
  const books = openBooks(url);
  try {
    return await look(books);
  } finally {
    await books.close();
  }
}
