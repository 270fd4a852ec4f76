import { QueryFailedError } from 'typeorm';
import type { Database } from '../database.js';

/** What staff are shown: its title, and each column's heading with the expression that it shows. */
export type StaffTable = {
  readonly title: string;
  readonly columns: Readonly<Record<string, string>>;
  /** What comes after `from`, with its order. Parameters are numbered, as Postgres has them. */
  readonly from: string;
  /** `$2` is the merchant whose rows are wanted, or null: those of all. */
  readonly isByMerchant?: true;
  /** Columns whose sums by currency are shown above the rows. */
  readonly summed?: readonly string[];
  /** What is shown where reading it takes longer than a statement may. */
  readonly instead?: { readonly says: string; readonly table: StaffTable };
};

/** A row by the headings of its columns. Amounts are decimal texts. */
export type StaffRow = Readonly<Record<string, string | number | boolean | Date | null>>;

export async function readTable(
  database: Pick<Database, 'query'>,
  { columns, from }: StaffTable,
  values: readonly (string | number | null)[],
): Promise<readonly StaffRow[]> {
  const shown = Object.entries(columns).map(([heading, expression]) => `${expression} as "${heading}"`);
  return database.query<StaffRow[]>(`select ${shown.join(', ')} from ${from}`, [...values]);
}

/** A statement that took longer than it may. */
const cancelled = '57014';

/** The rows of a list and their table, which is another one if the list takes too long. */
export async function readList(
  database: Pick<Database, 'query'>,
  list: StaffTable,
  values: readonly (string | number | null)[],
): Promise<{ readonly table: StaffTable; readonly rows: readonly StaffRow[]; readonly says?: string }> {
  try {
    return { table: list, rows: await readTable(database, list, values) };
  } catch (error) {
    const isLate =
      error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === cancelled;
    if (!isLate || !list.instead) throw error;
    const { table, says } = list.instead;
    return { table, says, rows: await readTable(database, table, values) };
  }
}

/** What staff pages write into the audit log; the database takes nothing else from them. */
export const viewActions = [
  'transaction.viewed',
  'transactions.searched',
  'list.viewed',
  'list.exported',
] as const;

/** The subject of a view, for the audit log: never the text that was typed, which may be a person's name. */
export type View = {
  readonly action: (typeof viewActions)[number];
  /** An identifier, or the name of a list. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** To be committed before anything is shown. */
export async function recordView(
  database: Pick<Database, 'sql'>,
  viewer: string,
  { action, subject, details = {} }: View,
): Promise<void> {
  await database.sql`
    insert into audit_log (actor, action, subject, details)
    values (${viewer}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb)`;
}
