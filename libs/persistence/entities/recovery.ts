import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TransactionEntity } from './transaction.js';

/** A transaction that needs a workflow: it is not final, or its merchant was not told. The row goes when nothing is left. */
@Entity('sweeps')
@Index('sweeps_due_idx', ['nextSweepAt'])
@Index('sweeps_ensured_idx', ['ensuredAt'])
export class SweepEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sweeps_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'sweeps_transaction_fkey' })
  readonly identifier!: string;
  /** How often its workflow was ensured; the wait until the next time grows with it. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  @Column({ type: 'timestamptz', name: 'next_sweep_at', precision: 3 })
  readonly nextSweepAt!: Date;
  /** When its workflow was last known to run. */
  @Column({ type: 'timestamptz', name: 'ensured_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly ensuredAt!: Date;
  /** Callbacks with a wrong signature that had its provider asked. */
  @Column('integer', { default: 0 })
  readonly suspicions!: number;
  /** From when a further one may. */
  @Column({ type: 'timestamptz', name: 'suspicion_due_at', precision: 3, default: '-infinity' })
  readonly suspicionDueAt!: Date;
  /** When its provider was last asked out of turn, for a cancel as well. */
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
