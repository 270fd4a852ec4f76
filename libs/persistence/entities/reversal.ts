import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { ReportedReversal, ReversalKind, ReversalState, ReversalWay } from '#domain/refunds/reversal';
import { TransactionEntity } from './transaction.js';

/**
 * A fact about the money of a successful transaction (contract §15.8). It keeps what was told; it is posted or dismissed once.
 * Triggers bring the totals of its payment to what counts of it, and post it.
 */
@Entity('reversals')
@Unique('reversals_reversal_id_key', ['reversalId'])
@Index('reversals_identifier_idx', ['identifier', 'id'])
@Index('reversals_list_idx', ['merchant', 'createdAt', 'id'])
@Index('reversals_due_idx', ['respondBy'], { where: 'respond_by is not null' })
@Check(
  'reversals_kind_check',
  `kind in ('returned', 'provider_refund', 'chargeback', 'chargeback_won', 'inquiry')`,
)
@Check('reversals_currency_check', `currency ~ '^[A-Z]{3}$'`)
@Check('reversals_amount_check', 'amount > 0')
@Check('reversals_counted_check', 'counted >= 0 and counted <= amount')
@Check('reversals_share_check', 'share >= 0')
@Check(
  'reversals_state_check',
  `case state
    when 'recorded' then counted = 0 or kind = 'returned'
    when 'posted' then counted > 0 and kind <> 'inquiry'
    when 'dismissed' then counted = 0
    else false end`,
)
@Check('reversals_posted_check', `(posted_at is not null) = (state = 'posted')`)
export class ReversalEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'reversals_pkey',
  })
  readonly id!: string;
  /** `rev_…`, as merchants see it. */
  @Column('text', { name: 'reversal_id' })
  readonly reversalId!: string;
  @Column('uuid')
  @ForeignKey(() => TransactionEntity, { name: 'reversals_transaction_fkey' })
  readonly identifier!: string;
  @Column('text')
  readonly merchant!: string;
  @Column('text')
  readonly kind!: ReversalKind;
  @Column('text')
  readonly currency!: string;
  /** As it was told first; major units. */
  @Column('numeric')
  readonly amount!: string;
  /** The part of the amount that counts in what went or came back. */
  @Column('numeric', { default: 0 })
  readonly counted!: string;
  /** The part of the billing amount that goes with it; a trigger writes it. */
  @Column('numeric', { default: 0 })
  readonly share!: string;
  /** Decimals of the billing currency. */
  @Column('integer', { name: 'billing_decimals' })
  readonly billingDecimals!: number;
  /** The provider's own id of the dispute. */
  @Column('text', { nullable: true })
  readonly dispute!: string | null;
  /** The provider's code. */
  @Column('text', { nullable: true })
  readonly reason!: string | null;
  @Column({ type: 'timestamptz', name: 'respond_by', precision: 3, nullable: true })
  readonly respondBy!: Date | null;
  @Column('text')
  readonly state!: ReversalState;
  @Column('text')
  readonly provider!: string;
  @Column('jsonb')
  readonly evidence!: ReportedReversal;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3, nullable: true })
  readonly postedAt!: Date | null;
}

/** One way has told a reversal, under a key of its provider. Append-only. */
@Entity('reversal_words')
@Unique('reversal_words_once_key', ['reversalId', 'way'])
@Check('reversal_words_way_check', `way in ('report', 'statement')`)
export class ReversalWordEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'reversal_words_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'reversal_words_transaction_fkey' })
  readonly identifier!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'reversal_words_pkey' })
  readonly way!: ReversalWay;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'reversal_words_pkey' })
  readonly kind!: ReversalKind;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'reversal_words_pkey' })
  readonly key!: string;
  @Column('text', { name: 'reversal_id' })
  @ForeignKey(() => ReversalEntity, 'reversalId', { name: 'reversal_words_reversal_fkey' })
  readonly reversalId!: string;
  @Column('jsonb')
  readonly evidence!: ReportedReversal;
  @Column({ type: 'timestamptz', name: 'told_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly toldAt!: Date;
}
