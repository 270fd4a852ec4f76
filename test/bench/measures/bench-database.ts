import { Client } from 'pg';

/** What the books' server has counted so far. */
export type SqlCounts = {
  /** Statements, transaction control included, without our own. */
  readonly statements: number;
  readonly executionMs: number;
  readonly transactions: number;
  readonly byStatement: ReadonlyMap<string, StatementCount>;
};
type StatementCount = { readonly calls: number; readonly executionMs: number };

/** The bench's own connection to the books. Its statements carry a mark, so that they are not counted. */
export type BenchDatabase = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  countRecoveries(): Promise<number>;
  counts(): Promise<SqlCounts>;
  close(): Promise<void>;
};

const mark = '/* bench */';

export async function openBenchDatabase(url: string): Promise<BenchDatabase> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  // The server is restarted under us once, and ends with us.
  client.on('error', () => undefined);
  await client.connect();
  const query = async <Row>(text: string, values: readonly unknown[] = []) => {
    const marked = text.replace(/^\s*(\w+)/, `$1 ${mark}`);
    const { rows } = await client.query(marked, [...values]);
    return rows as readonly Row[];
  };
  return {
    query,
    async countRecoveries() {
      const [row] = await query<{ count: number }>('select count(*)::integer as count from recoveries');
      return row?.count ?? 0;
    },
    async counts() {
      const rows = await query<{ query: string; calls: string; ms: number }>(`
        select query, sum(calls) as calls, sum(total_exec_time) as ms
        from pg_stat_statements join pg_database on dbid = pg_database.oid
        where datname = current_database() and query not like '%${mark}%' group by query`);
      const [database] = await query<{ transactions: string }>(`
        select xact_commit + xact_rollback as transactions from pg_stat_database
        where datname = current_database()`);
      const byStatement = new Map(
        rows.map((row) => [row.query, { calls: Number(row.calls), executionMs: row.ms }]),
      );
      const all = [...byStatement.values()];
      return {
        statements: sum(all.map((one) => one.calls)),
        executionMs: sum(all.map((one) => one.executionMs)),
        transactions: Number(database?.transactions ?? 0),
        byStatement,
      };
    },
    close: () => client.end(),
  };
}

/** Makes the server count statements; takes effect with its next start. */
export async function requestStatementCounts(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.query(`alter system set pg_stat_statements.max = 5000`);
  await client.end();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
