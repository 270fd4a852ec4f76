import { Pool } from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** A look into Postgres beside the system, for what is not shown outside. */
export type Books = {
  rows(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
  /** A change that the laws of the tables would refuse, such as to a time that is long past. */
  inThePast(sql: string, ...values: readonly unknown[]): Promise<void>;
  /** A change that is made and not committed yet: others wait for it. */
  hold(sql: string, values: readonly unknown[]): Promise<{ commit(): Promise<void> }>;
  close(): Promise<void>;
};

const connectionsMax = 4;

export function openBooks(databaseUrl: string): Books {
  const pool = new Pool({ connectionString: databaseUrl, max: connectionsMax });
  // A database that is restarted in a test breaks idle connections; the next query opens a new one.
  pool.on('error', () => undefined);
  return {
    rows: async (sql, ...values) => (await pool.query<Row>(sql, [...values])).rows,
    async inThePast(sql, ...values) {
      const client = await pool.connect();
      try {
        await client.query('begin; set local session_replication_role = replica');
        await client.query(sql, [...values]);
        await client.query('commit');
      } finally {
        client.release(true);
      }
    },
    async hold(sql, values) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(sql, [...values]);
      return {
        async commit() {
          await client.query('commit');
          client.release();
        },
      };
    },
    close: () => pool.end(),
  };
}
