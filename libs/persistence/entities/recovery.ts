import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TransactionEntity } from './transaction.js';

/** A transaction that needs a workflow: not final, or with an undelivered callback. Deleted when nothing is left to do. */
@Entity('recoveries')
@Index('recoveries_due_idx', ['dueAt'])
@Index('recoveries_ensured_idx', ['ensuredAt'])
@Index('recoveries_lost_idx', ['dueAt'], { where: `ensured_at = '-infinity'` })
export class RecoveryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'recoveries_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'recoveries_transaction_fkey' })
  readonly identifier!: string;
  /** How often its workflow was ensured; each step waits longer. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3 })
  readonly dueAt!: Date;
  /** When its workflow was last known to run; `-infinity` if it was lost with Temporal's database. */
  @Column({ type: 'timestamptz', name: 'ensured_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly ensuredAt!: Date;
  /** Look-ups caused by callbacks with a wrong signature. */
  @Column('integer', { default: 0 })
  readonly suspicions!: number;
  /** When the next of those look-ups is allowed. */
  @Column({ type: 'timestamptz', name: 'suspicion_due_at', precision: 3, default: '-infinity' })
  readonly suspicionDueAt!: Date;
  /** When its provider was last asked out of turn, by a look-up or a cancel. */
  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3, default: '-infinity' })
  readonly askedAt!: Date;
  /** When its provider was last asked to cancel out of turn. */
  @Column({ type: 'timestamptz', name: 'cancel_asked_at', precision: 3, default: '-infinity' })
  readonly cancelAskedAt!: Date;
}

/** One row: the namespace of Temporal that workflows run in. Another id means that all earlier workflows are lost. */
@Entity('temporal_namespace')
@Check('temporal_namespace_only_row_check', 'only_row')
export class TemporalNamespaceEntity {
  @PrimaryColumn('boolean', {
    name: 'only_row',
    default: true,
    primaryKeyConstraintName: 'temporal_namespace_pkey',
  })
  readonly onlyRow!: true;
  @Column('text')
  readonly id!: string;
  /** Workflows that were ensured before are started anew. */
  @Column({ type: 'timestamptz', name: 'lost_at', precision: 3, nullable: true })
  readonly lostAt!: Date | null;
}
