import {
  Check,
  Column,
  Entity,
  ForeignKey,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
import type { StatusSource, TransactionStatus } from '#domain/transaction/status';
import { TransactionEntity } from './transaction.js';

/** One status that a transaction has had, written by a trigger when it gets it. Append-only, in months. */
@Entity('status_history')
export class StatusHistoryEntity {
  /** Without a foreign key, as all that is kept in months: a month that goes would lock the table of transactions. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_history_pkey' })
  readonly identifier!: string;
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'status_history_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly status!: TransactionStatus;
  @Column('text')
  readonly source!: StatusSource;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  readonly at!: Date;
}

/** Whether a caller of a transaction got an answer, which decides the answer to a repeated call (contract §4). */
@Entity('idempotency_records')
@Check('idempotency_records_state_check', `state in ('open', 'timed_out', 'answered')`)
export class IdempotencyRecordEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'idempotency_records_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'idempotency_records_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly state!: 'open' | 'timed_out' | 'answered';
  /** Until then the first call may still be answering. */
  @Column({ type: 'timestamptz', name: 'open_until', precision: 3 })
  readonly openUntil!: Date;
  /** Which calls were answered, so that one whose caller did not get its answer can be taken back. */
  @Column('uuid', { name: 'answered_calls', array: true, default: '{}' })
  readonly answeredCalls!: readonly string[];
}

/** Why a transaction was routed as it was: every route of its project, taken or not. Append-only, in months, no personal data. */
@Entity('routing_decisions')
export class RoutingDecisionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'routing_decisions_pkey' })
  readonly identifier!: string;
  /** Without a foreign key: every registration would lock the same row of `configurations`. */
  @Column('integer', { name: 'configuration_version' })
  readonly configurationVersion!: number;
  /** As POST /v2/routing/explain shows them. */
  @Column('jsonb')
  readonly candidates!: readonly object[];
}

/** A part of a table that is kept in months, as Postgres' own catalogue has it. */
@ViewEntity('month_parts', { synchronize: false })
export class MonthPartEntity {
  @ViewColumn({ name: 'table_name' })
  readonly tableName!: string;
  /** The part's own name, such as `lookups_2026_11`. */
  @ViewColumn()
  readonly part!: string;
  /** The least key that it takes; null: it takes everything before its end. */
  @ViewColumn({ name: 'since_key' })
  readonly sinceKey!: string | null;
  /** The first key that it no longer takes. */
  @ViewColumn({ name: 'until_key' })
  readonly untilKey!: string;
  /** The same as times. */
  @ViewColumn()
  readonly since!: Date | null;
  @ViewColumn()
  readonly until!: Date;
}
