import type { Pool } from 'pg';
import { DataSource, type ColumnType, type DataSourceOptions } from 'typeorm';
import { LedgerBalanceEntity } from './entities/ledger.js';
import { BankListEntity } from './entities/provider.js';
import { PreparingClient } from './preparing-client.js';
import { Baseline1700000000000 } from './migrations/0001-baseline.js';
import {
  IdempotencyRecords1700000000068,
  Recoveries1700000000067,
} from './migrations/0047-renamed-tables.js';
import { Refunds1700000000069, RefundsByPayment1700000000070 } from './migrations/0048-refunds.js';
import {
  OncePerReversal1700000000073,
  ReversalIndexes1700000000072,
  Reversals1700000000071,
} from './migrations/0049-reversals.js';
import { EarlierSuccesses1700000000075, Statements1700000000074 } from './migrations/0050-statements.js';
import { PageRetries1700000000076 } from './migrations/0051-page-retries.js';
import { ShownConfigurations1700000000080 } from './migrations/0052-shown-configurations.js';
import { LostRecoveries1700000000081 } from './migrations/0053-lost-recoveries.js';
import { DifferencesByState1700000000082 } from './migrations/0054-differences-by-state.js';
import { ProviderSums1700000000083 } from './migrations/0055-provider-sums.js';
import {
  TransitInOrder1700000000086,
  TransitPlaces1700000000084,
  TransitSums1700000000085,
} from './migrations/0056-transit-sums.js';

/**
 * One pool of connections to Postgres, exported as a class so that Nest can inject it by type. Schema changes are
 * migrations only, never synchronised from code.
 */
export { DataSource as Database };

export type DatabaseOptions = {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly poolSize: number;
  /** Absent: those that are reached through a repository. Only a look at the schema needs all of them. */
  readonly entities?: DataSourceOptions['entities'];
};

/** Every other table is reached by SQL alone, and its entity is not loaded. */
const withRepository = [BankListEntity, LedgerBalanceEntity];
const typesUnknownToTypeOrm = ['xid8'] as unknown as ColumnType[];
const connectTimeoutMs = 3_000;
const statementTimeoutMs = 10_000;
const idleConnectionMs = 10 * 60_000;

export function createDatabase({
  url,
  applicationName,
  poolSize,
  entities = withRepository,
}: DatabaseOptions): DataSource {
  const database = new DataSource({
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    installExtensions: false,
    synchronize: false,
    entities,
    migrationsTableName: 'migrations',
    migrations: [
      // In the order of their numbers.
      Baseline1700000000000,
      Recoveries1700000000067,
      IdempotencyRecords1700000000068,
      Refunds1700000000069,
      RefundsByPayment1700000000070,
      Reversals1700000000071,
      ReversalIndexes1700000000072,
      OncePerReversal1700000000073,
      Statements1700000000074,
      EarlierSuccesses1700000000075,
      PageRetries1700000000076,
      ShownConfigurations1700000000080,
      LostRecoveries1700000000081,
      DifferencesByState1700000000082,
      ProviderSums1700000000083,
      TransitPlaces1700000000084,
      TransitSums1700000000085,
      TransitInOrder1700000000086,
    ],
    extra: {
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idleTimeoutMillis: idleConnectionMs,
      Client: PreparingClient,
    },
    poolErrorHandler: () => undefined,
  });
  database.driver.supportedDataTypes.push(...typesUnknownToTypeOrm);
  return database;
}

/** Connections of the pool that are busy and idle, and callers that wait for one. */
export function connectionsOf({ driver }: DataSource): Readonly<Record<'busy' | 'idle' | 'waiting', number>> {
  const { master } = driver as DataSource['driver'] & { readonly master?: Pool };
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = master ?? {};
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
