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
import type { CardTesting } from '#domain/configuration/configuration';
import type { BlockKind, BlockScope } from '#domain/risk/block';
import { TransactionEntity } from './transaction.js';

/** A customer or a card that moves no money. Append-only; ids become visible in their order. */
@Entity('blocks')
@Index('blocks_value_idx', ['value', 'kind'])
@Check('blocks_kind_check', `kind in ('identifier', 'email', 'phone', 'document', 'address', 'card', 'bin')`)
@Check('blocks_value_check', `value ~ case kind when 'bin' then '^[0-9]{6,8}$' else '^[0-9a-f]{64}$' end`)
@Check('blocks_scope_check', `scope in ('customer', 'merchant', 'project', 'system', 'global')`)
@Check(
  'blocks_applies_to_check',
  `applies_to is null or (cardinality(applies_to) > 0 and scope not in ('system', 'global'))`,
)
@Check('blocks_reason_check', `reason <> ''`)
@Check('blocks_author_check', `author <> ''`)
@Check('blocks_expiry_check', 'expires_at > added_at')
export class BlockEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'blocks_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly kind!: BlockKind;
  /** Keyed hash, hexadecimal; a BIN as it is. */
  @Column('text')
  readonly value!: string;
  @Column('text')
  readonly scope!: BlockScope;
  /** Merchants or projects, by scope; null: all. */
  @Column('text', { name: 'applies_to', array: true, nullable: true })
  readonly appliesTo!: readonly string[] | null;
  @Column('text')
  readonly reason!: string;
  @Column('text')
  readonly author!: string;
  /** Written by the card-testing guard's trigger: concerns payments by card only. */
  @Column('boolean', { name: 'by_guard', default: false })
  readonly byGuard!: boolean;
  @Column({ type: 'timestamptz', name: 'added_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly addedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  readonly expiresAt!: Date | null;
}

/** A block that was taken out of force, and who did that. Append-only. */
@Entity('block_removals')
@Unique('block_removals_block_key', ['block'])
@Check('block_removals_reason_check', `reason <> ''`)
@Check('block_removals_author_check', `author <> ''`)
export class BlockRemovalEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'block_removals_pkey',
  })
  readonly id!: string;
  @Column('bigint')
  @ForeignKey(() => BlockEntity, { name: 'block_removals_block_fkey' })
  readonly block!: string;
  @Column('text')
  readonly reason!: string;
  @Column('text')
  readonly author!: string;
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly removedAt!: Date;
}

/** A card payment that is not final yet, in a project that has the card-testing guard on. */
@Entity('guarded_payments')
@Check('guarded_payments_customer_check', `customer ~ '^[0-9a-f]{64}$'`)
@Check('guarded_payments_address_check', `address ~ '^[0-9a-f]{64}$'`)
export class GuardedPaymentEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guarded_payments_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'guarded_payments_transaction_fkey' })
  readonly identifier!: string;
  /** Keyed hash, hexadecimal. */
  @Column('text', { nullable: true })
  readonly customer!: string | null;
  /** Keyed hash of the IP address, hexadecimal. */
  @Column('text', { nullable: true })
  readonly address!: string | null;
  /** The project's, when the payment was registered. */
  @Column('jsonb')
  readonly terms!: CardTesting;
}

/** A card of a guarded payment that was taken and whose outcome is not known; it goes with the guarded payment. */
@Entity('cards_under_way')
@Index('cards_under_way_customer_idx', ['project', 'customer'])
@Index('cards_under_way_address_idx', ['project', 'address'])
@Check('cards_under_way_customer_check', `customer ~ '^[0-9a-f]{64}$'`)
@Check('cards_under_way_address_check', `address ~ '^[0-9a-f]{64}$'`)
export class CardUnderWayEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'cards_under_way_pkey' })
  @ForeignKey(() => GuardedPaymentEntity, { name: 'cards_under_way_guarded_fkey', onDelete: 'CASCADE' })
  readonly identifier!: string;
  @Column('text')
  readonly project!: string;
  /** As in `guarded_payments`. */
  @Column('text', { nullable: true })
  readonly customer!: string | null;
  /** As in `guarded_payments`. */
  @Column('text', { nullable: true })
  readonly address!: string | null;
  @Column('jsonb')
  readonly terms!: CardTesting;
  /** On our page; otherwise the merchant has sent it. */
  @Column('boolean', { name: 'is_entered' })
  readonly isEntered!: boolean;
  @Column({ type: 'timestamptz', name: 'taken_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly takenAt!: Date;
}

/** The latest declined cards of one customer or address, counted by a trigger until they are a block. */
@Entity('declined_cards')
@Index('declined_cards_forget_idx', ['forgetAt'])
export class DeclinedCardsEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'declined_cards_pkey' })
  readonly project!: string;
  /** As in `blocks`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'declined_cards_pkey' })
  readonly kind!: BlockKind;
  /** Keyed hash, hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'declined_cards_pkey' })
  readonly value!: string;
  /** Oldest first, no more than count. */
  @Column({ type: 'timestamptz', name: 'declined_at', precision: 3, array: true })
  readonly declinedAt!: readonly Date[];
  @Column({ type: 'timestamptz', name: 'forget_at', precision: 3 })
  readonly forgetAt!: Date;
}
