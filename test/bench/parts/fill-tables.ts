import type { BenchDatabase } from '../measures/bench-database.js';

const sometimeToday = `date_trunc('day', now(), 'UTC') + random() * (now() - date_trunc('day', now(), 'UTC'))`;

/** Columns that must differ from the transaction that is copied, by table. */
const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: {
    identifier: 'copy.identifier',
    request_id: 'copy.identifier',
    reference: `copy.identifier::text`,
  },
  status_history: { identifier: 'copy.identifier' },
  routing_decisions: { identifier: 'copy.identifier' },
  idempotency_records: { identifier: 'copy.identifier' },
  attempts: { identifier: 'copy.identifier', provider_reference: `copy.identifier::text || '-1'` },
  provider_events: {
    id: 'copy.identifier',
    identifier: 'copy.identifier',
    event_id: 'copy.identifier::text',
    provider_reference: `copy.identifier::text || '-1'`,
  },
  events: { event_id: `'evt_' || replace(copy.identifier::text, '-', '')`, identifier: 'copy.identifier' },
  delivery_attempts: { event_id: `'evt_' || replace(copy.identifier::text, '-', '')` },
  personal_data: { identifier: 'copy.identifier' },
  ledger_entries: { identifier: 'copy.identifier' },
  provider_entries: {
    cause: 'copy.identifier',
    identifier: 'copy.identifier',
    committed_in: 'pg_current_xact_id()',
    posted_at: sometimeToday,
  },
  provider_transit: {
    identifier: 'copy.identifier',
    committed_in: 'pg_current_xact_id()',
    posted_at: sometimeToday,
  },
};

/** A delivery is found by the event, everything else by the payment. */
const belongs: Readonly<Record<string, string>> = {
  delivery_attempts: 'event_id = (select event_id from events where identifier = $1)',
};

export type Copies = {
  readonly identifier: string;
  readonly count: number;
  readonly tables?: readonly string[];
  /** Further columns that differ, by table; the values are SQL. */
  readonly changes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Writes copies of a transaction into the books, with all their rows, and returns their identifiers. */
export async function copyPayment(
  database: BenchDatabase,
  { identifier, count, tables = Object.keys(changed), changes = {} }: Copies,
): Promise<readonly string[]> {
  // The gateway's own identifiers are uuid v7 as well, which matters for the indexes.
  await database.query('drop table if exists copies');
  await database.query(
    `create unlogged table copies as select uuidv7() as identifier from generate_series(1, ${count})`,
  );
  // Copies of finished rows are no steps of a payment: the law and the foreign keys have nothing to say about them.
  await database.query(`set session_replication_role = replica`);
  for (const table of tables) {
    const differ = { ...changed[table], ...changes[table] };
    const columns = await database.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = $1 and is_identity = 'NO'`,
      [table],
    );
    const names = columns.map((column) => column.column_name);
    const values = names.map((name) => differ[name] ?? `original.${name}`);
    await database.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from (select * from ${table} where ${belongs[table] ?? 'identifier = $1'}) as original, copies as copy`,
      [identifier],
    );
  }
  await database.query('set session_replication_role = origin');
  const rows = await database.query<{ identifier: string }>('select identifier from copies');
  await database.query('drop table copies');
  return rows.map((row) => row.identifier);
}
