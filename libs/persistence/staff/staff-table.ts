import type { Database } from '../database.js';

/** What staff are shown: its title, and each column's heading with the expression that it shows. */
export type StaffTable = {
  readonly title: string;
  readonly columns: Readonly<Record<string, string>>;
  /** What comes after `from`, with its order. Parameters are numbered, as Postgres has them. */
  readonly from: string;
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

/** The subject of a view, for the audit log: never the text that was typed, which may be a person's name. */
export type View = {
  readonly action: 'transaction.viewed' | 'transactions.searched' | 'list.viewed' | 'list.exported';
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
