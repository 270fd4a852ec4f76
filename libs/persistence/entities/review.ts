import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Evidence } from '#domain/transaction/report';
import { ReversalEntity } from './reversal.js';
import { TransactionEntity } from './transaction.js';

/** A question to a person: what a provider said contradicts what is recorded, or nothing moves a transaction. */
@Entity('reviews')
@Index('reviews_identifier_idx', ['identifier'])
@Index('reviews_open_idx', ['nextSweepAt'], { where: 'closed_at is null' })
@Index('reviews_stalled_key', ['identifier'], {
  unique: true,
  where: `closed_at is null and cause = 'no progress for too long'`,
})
@Index('reviews_adjusted_key', ['identifier', 'reversalId'], {
  unique: true,
  where: 'adjustment is not null',
})
@Check(
  'reviews_closing_check',
  '(closed_at is null) = (closed_by is null) and (closed_at is null) = (closing_reason is null)',
)
@Check(
  'reviews_adjustment_check',
  `adjustment is null or (adjustment = 'returned' and closed_at is not null)`,
)
export class ReviewEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'reviews_pkey',
  })
  readonly id!: string;
  @Column('uuid')
  @ForeignKey(() => TransactionEntity, { name: 'reviews_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly cause!: string;
  /** The reversal that waits for a person; null where the review is about something else. */
  @Column('text', { name: 'reversal_id', nullable: true })
  @ForeignKey(() => ReversalEntity, 'reversalId', { name: 'reviews_reversal_fkey' })
  readonly reversalId!: string | null;
  @Column('jsonb')
  readonly evidence!: Evidence;
  @Column({ type: 'timestamptz', name: 'raised_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly raisedAt!: Date;
  /** How often its workflow was ensured; the wait until the next time grows with it. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  @Column({ type: 'timestamptz', name: 'next_sweep_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly nextSweepAt!: Date;
  @Column({ type: 'timestamptz', name: 'closed_at', precision: 3, nullable: true })
  readonly closedAt!: Date | null;
  @Column('text', { name: 'closed_by', nullable: true })
  readonly closedBy!: string | null;
  @Column('text', { name: 'closing_reason', nullable: true })
  readonly closingReason!: string | null;
  /** The money came back: a trigger posts it to the ledger. */
  @Column('text', { nullable: true })
  readonly adjustment!: 'returned' | null;
}

/** What an operator decided about a transaction, and on what grounds. Append-only. */
@Entity('operator_decisions')
@Index('operator_decisions_identifier_idx', ['identifier'])
export class OperatorDecisionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'operator_decisions_pkey',
  })
  readonly id!: string;
  @Column('uuid')
  @ForeignKey(() => TransactionEntity, { name: 'operator_decisions_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly decision!: string;
  @Column('text')
  readonly operator!: string;
  @Column('text')
  readonly reason!: string;
  /** In the operator's own words. */
  @Column('text')
  readonly evidence!: string;
  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly decidedAt!: Date;
}
