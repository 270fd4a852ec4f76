import { Client, type ClientConfig } from 'pg';
import { DataSource } from 'typeorm';
import { Transactions1700000000001 } from './migrations/0001-transactions.js';
import { Operations1700000000002 } from './migrations/0002-operations.js';

/** One pool of connections to Postgres. Schema changes are migrations only, never synchronised from code. */
export type Database = DataSource;

export type DatabaseOptions = {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly poolSize: number;
};

const connectTimeoutMs = 3_000;
const statementTimeoutMs = 10_000;
const idleConnectionMs = 10 * 60_000;

export function createDatabase({ url, applicationName, poolSize }: DatabaseOptions): Database {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    installExtensions: false,
    synchronize: false,
    migrationsTableName: 'migrations',
    migrations: [Transactions1700000000001, Operations1700000000002],
    extra: {
      Client: WatchedClient,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idleTimeoutMillis: idleConnectionMs,
    },
    poolErrorHandler: () => undefined,
  });
}

/**
 * A connection that may break at any moment. Between the pool's own watch over it and that of whoever takes it out,
 * nobody listens, and an error without a listener ends the process; the query that follows fails all the same.
 */
class WatchedClient extends Client {
  constructor(options?: ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}
