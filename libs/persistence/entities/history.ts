import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { StatusSource, TransactionStatus } from '#domain/transaction/status';
import { TransactionEntity } from './transaction.js';

/** One status that a transaction has had, written by a trigger when it gets it. Append-only. */
@Entity('status_history')
@Index('status_history_identifier_idx', ['identifier'])
export class StatusHistoryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'status_history_pkey',
  })
  readonly id!: string;
  @Column('uuid')
  @ForeignKey(() => TransactionEntity, { name: 'status_history_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly status!: TransactionStatus;
  @Column('text')
  readonly source!: StatusSource;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  readonly at!: Date;
}

/** Whether whoever called for a transaction has got an answer: it decides what a repeated call is told (contract §4). */
@Entity('answers')
@Check('answers_state_check', `state in ('open', 'timed_out', 'answered')`)
export class AnswerEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'answers_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'answers_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly state!: 'open' | 'timed_out' | 'answered';
  /** Until then the first call may still be answering. */
  @Column({ type: 'timestamptz', name: 'open_until', precision: 3 })
  readonly openUntil!: Date;
}

/** Why a transaction was routed as it was: every route of its project, taken or not. Append-only, no personal data. */
@Entity('routing_decisions')
export class RoutingDecisionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'routing_decisions_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'routing_decisions_transaction_fkey' })
  readonly identifier!: string;
  /** Without a foreign key: every registration would lock the same row of `configurations`. */
  @Column('integer', { name: 'configuration_version' })
  readonly configurationVersion!: number;
  /** As POST /v2/routing/explain shows them. */
  @Column('jsonb')
  readonly candidates!: readonly object[];
}
