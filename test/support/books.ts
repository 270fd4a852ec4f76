import { Pool } from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** A look into Postgres beside the system, for what nobody outside is shown. */
export type Books = {
  rows(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
};

const connectionsMax = 4;

export function openBooks(databaseUrl: string): Books {
  const pool = new Pool({ connectionString: databaseUrl, max: connectionsMax });
  // A database that is restarted in a test breaks idle connections; the next query opens a new one.
  pool.on('error', () => undefined);
  return {
    rows: async (sql, ...values) => (await pool.query<Row>(sql, [...values])).rows,
    close: () => pool.end(),
  };
}
