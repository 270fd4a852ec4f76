import type { Pool } from 'pg';
import { DataSource, type ColumnType, type DataSourceOptions } from 'typeorm';
import { LedgerBalanceEntity } from './entities/ledger.js';
import { BankListEntity } from './entities/provider.js';
import { PreparingClient } from './preparing-client.js';
import { Transactions1700000000001 } from './migrations/0001-transactions.js';
import { Operations1700000000002 } from './migrations/0002-operations.js';
import { TransferDetails1700000000003 } from './migrations/0003-transfer-details.js';
import { OneCard1700000000004 } from './migrations/0004-one-card.js';
import { Ledger1700000000005 } from './migrations/0005-ledger.js';
import { BankLists1700000000006 } from './migrations/0006-bank-lists.js';
import { BankCodeChallenges1700000000007 } from './migrations/0007-bank-code-challenges.js';
import { RateWindows1700000000008 } from './migrations/0008-rate-windows.js';
import { Routing1700000000009 } from './migrations/0009-routing.js';
import { Limits1700000000010 } from './migrations/0010-limits.js';
import { Risk1700000000011 } from './migrations/0011-risk.js';
import { ApiKeys1700000000012 } from './migrations/0012-api-keys.js';
import { Revisions1700000000013 } from './migrations/0013-revisions.js';
import { Endpoints1700000000014 } from './migrations/0014-endpoints.js';
import { CausesOfTheBooks1700000000015 } from './migrations/0015-causes-of-the-books.js';
import { Growth1700000000017 } from './migrations/0017-growth.js';
import { SuspectedLookups1700000000018 } from './migrations/0018-suspected-lookups.js';
import { SealedColumns1700000000019 } from './migrations/0019-sealed-columns.js';
import { VaultKeys1700000000020 } from './migrations/0020-vault-keys.js';
import { PayoutBanks1700000000021 } from './migrations/0021-payout-banks.js';
import { MerchantLists1700000000022 } from './migrations/0022-merchant-lists.js';
import { MerchantCancels1700000000023 } from './migrations/0023-merchant-cancels.js';
import { Redeliveries1700000000024 } from './migrations/0024-redeliveries.js';
import { Switches1700000000025 } from './migrations/0025-switches.js';
import { Audit1700000000026 } from './migrations/0026-audit.js';
import { Preparation1700000000027 } from './migrations/0027-preparation.js';
import { Figures1700000000028 } from './migrations/0028-figures.js';
import { Traces1700000000029 } from './migrations/0029-traces.js';
import { Timings1700000000030 } from './migrations/0030-timings.js';
import { MonthKeys1700000000031 } from './migrations/0031-month-keys.js';
import { MonthBounds1700000000032 } from './migrations/0032-month-bounds.js';
import { MonthProofs1700000000033 } from './migrations/0033-month-proofs.js';
import { MakeMonths1700000000034 } from './migrations/0034-make-months.js';
import {
  DeliveryAttemptsInMonths1700000000037,
  LookupsInMonths1700000000035,
  RoutingDecisionsInMonths1700000000036,
  StatusHistoryInMonths1700000000038,
} from './migrations/0035-month-tables.js';
import {
  AuditLogBounds1700000000062,
  CardBounds1700000000054,
  CircuitBounds1700000000060,
  EndpointBounds1700000000061,
  GuardedPaymentBounds1700000000053,
  PersonalDataBounds1700000000056,
  ReviewBounds1700000000055,
  RoleBounds1700000000051,
  SweepBounds1700000000058,
  TimingsBounds1700000000057,
  TransactionBounds1700000000052,
  TransferDetailsBounds1700000000059,
} from './migrations/0036-role-bounds.js';
import {
  EventRepetitionConstraint1700000000065,
  EventRepetitionIndex1700000000064,
  EventRepetitions1700000000063,
} from './migrations/0037-provider-event-keys.js';
import { CompiledBounds1700000000066 } from './migrations/0038-compiled-bounds.js';
import { Turns1700000000039 } from './migrations/0039-turns.js';
import { CardsUnderWay1700000000040 } from './migrations/0040-cards-under-way.js';
import { SuccessLookups1700000000041 } from './migrations/0041-success-lookups.js';
import { AnsweredCalls1700000000045 } from './migrations/0045-answered-calls.js';
import { PlacesInOrder1700000000046 } from './migrations/0046-places-in-order.js';
import {
  IdempotencyRecords1700000000068,
  Recoveries1700000000067,
} from './migrations/0047-renamed-tables.js';

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
      Transactions1700000000001,
      Operations1700000000002,
      TransferDetails1700000000003,
      OneCard1700000000004,
      Ledger1700000000005,
      BankLists1700000000006,
      BankCodeChallenges1700000000007,
      RateWindows1700000000008,
      Routing1700000000009,
      Limits1700000000010,
      Risk1700000000011,
      ApiKeys1700000000012,
      Revisions1700000000013,
      Endpoints1700000000014,
      CausesOfTheBooks1700000000015,
      Growth1700000000017,
      SuspectedLookups1700000000018,
      SealedColumns1700000000019,
      VaultKeys1700000000020,
      PayoutBanks1700000000021,
      MerchantLists1700000000022,
      MerchantCancels1700000000023,
      Redeliveries1700000000024,
      Switches1700000000025,
      Audit1700000000026,
      Preparation1700000000027,
      Figures1700000000028,
      Traces1700000000029,
      Timings1700000000030,
      MonthKeys1700000000031,
      MonthBounds1700000000032,
      MonthProofs1700000000033,
      MakeMonths1700000000034,
      LookupsInMonths1700000000035,
      RoutingDecisionsInMonths1700000000036,
      DeliveryAttemptsInMonths1700000000037,
      StatusHistoryInMonths1700000000038,
      Turns1700000000039,
      CardsUnderWay1700000000040,
      SuccessLookups1700000000041,
      AnsweredCalls1700000000045,
      PlacesInOrder1700000000046,
      RoleBounds1700000000051,
      TransactionBounds1700000000052,
      GuardedPaymentBounds1700000000053,
      CardBounds1700000000054,
      ReviewBounds1700000000055,
      PersonalDataBounds1700000000056,
      TimingsBounds1700000000057,
      SweepBounds1700000000058,
      TransferDetailsBounds1700000000059,
      CircuitBounds1700000000060,
      EndpointBounds1700000000061,
      AuditLogBounds1700000000062,
      EventRepetitions1700000000063,
      EventRepetitionIndex1700000000064,
      EventRepetitionConstraint1700000000065,
      CompiledBounds1700000000066,
      Recoveries1700000000067,
      IdempotencyRecords1700000000068,
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
