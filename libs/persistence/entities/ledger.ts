import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
import { xid8 } from './columns.js';
import { ReversalEntity } from './reversal.js';
import { TransactionEntity } from './transaction.js';

/**
 * Funding is what merchants give us, clearing what providers hold for or from us, refunding what open refunds hold of the
 * collected money.
 */
export type LedgerAccount = 'funding' | 'available' | 'reserved' | 'clearing' | 'collected' | 'refunding';
export type LedgerEntryKind =
  | 'top_up'
  | 'reserve'
  | 'settle'
  | 'release'
  | 'collect'
  | 'adjust'
  | 'hold'
  | 'refund'
  | 'unhold'
  | 'refund_returned'
  | 'chargeback'
  | 'chargeback_won'
  | 'provider_refund';

/**
 * An amount that moved from one account of a merchant to another. Append-only. Triggers write it in the statement that
 * changes a transaction or a reversal; a top-up is written by hand. `ledger_entries_kind_key` takes two nulls for the same.
 */
@Entity('ledger_entries')
@Index('ledger_entries_kind_key', ['identifier', 'kind', 'reversalId'], {
  unique: true,
  where: 'identifier is not null',
})
@Index('ledger_entries_reversal_key', ['reversalId'], { unique: true, where: 'reversal_id is not null' })
@Index('ledger_entries_list_idx', ['merchant', 'currency', 'committedIn', 'id'])
@Index('ledger_entries_end_key', ['identifier'], { unique: true, where: `kind in ('settle', 'release')` })
@Index('ledger_entries_opening_key', ['merchant', 'currency'], {
  unique: true,
  where: `kind = 'top_up' and author = 'configuration'`,
})
@Check('ledger_entries_amount_check', 'amount > 0')
@Check('ledger_entries_currency_check', `currency ~ '^[A-Z]{3}$'`)
@Check(
  'ledger_entries_accounts_check',
  `(kind, from_account, to_account) in (
    ('top_up', 'funding', 'available'),
    ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
    ('collect', 'clearing', 'collected'),
    ('adjust', 'clearing', 'available'),
    ('hold', 'collected', 'refunding'), ('refund', 'refunding', 'clearing'), ('unhold', 'refunding', 'collected'),
    ('refund_returned', 'clearing', 'collected'),
    ('chargeback', 'collected', 'clearing'), ('chargeback_won', 'clearing', 'collected'),
    ('provider_refund', 'collected', 'clearing'))`,
)
@Check('ledger_entries_transaction_check', `(kind = 'top_up') = (identifier is null)`)
@Check(
  'ledger_entries_cause_check',
  `case when kind in ('top_up', 'adjust') then coalesce(author <> '' and reason <> '', false)
    else author is null and reason is null end`,
)
export class LedgerEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_entries_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly merchant!: string;
  /** Billing currency. */
  @Column('text')
  readonly currency!: string;
  @Column('text', { name: 'from_account' })
  readonly fromAccount!: LedgerAccount;
  @Column('text', { name: 'to_account' })
  readonly toAccount!: LedgerAccount;
  /** Major units, positive. */
  @Column('numeric')
  readonly amount!: string;
  @Column('text')
  readonly kind!: LedgerEntryKind;
  /** Null for a top-up. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => TransactionEntity, { name: 'ledger_entries_transaction_fkey' })
  readonly identifier!: string | null;
  /** Null: the entry follows from the transaction itself. */
  @Column('text', { name: 'reversal_id', nullable: true })
  @ForeignKey(() => ReversalEntity, 'reversalId', { name: 'ledger_entries_reversal_fkey' })
  readonly reversalId!: string | null;
  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly postedAt!: Date;
  /** Of a top-up or an adjustment; `configuration`: an opening balance. */
  @Column('text', { nullable: true })
  readonly author!: string | null;
  @Column('text', { nullable: true })
  readonly reason!: string | null;
  /** Its place among the merchant's entries, given by a trigger as that of an event. */
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/** What a merchant may pay out, and what open payouts hold of it. Moved by the trigger on entries only. */
@Entity('ledger_balances')
@Check('ledger_balances_available_check', 'available >= 0')
@Check('ledger_balances_reserved_check', 'reserved >= 0')
export class LedgerBalanceEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'ledger_balances_pkey' })
  readonly merchant!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'ledger_balances_pkey' })
  readonly currency!: string;
  /** Major units, with as many decimals as were posted. */
  @Column('numeric')
  readonly available!: string;
  @Column('numeric', { default: 0 })
  readonly reserved!: string;
}

/** That `ledger:check` has proved the books, and how many differences it found. Append-only. */
@Entity('ledger_proofs')
@Check('ledger_proofs_differences_check', 'differences >= 0')
export class LedgerProofEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_proofs_pkey',
  })
  readonly id!: string;
  @Column('integer')
  readonly differences!: number;
  @Column({ type: 'timestamptz', name: 'proved_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly provedAt!: Date;
}

/** Each entry twice, once for each of its accounts: all amounts of a currency add up to zero. */
@ViewEntity('ledger_postings', { synchronize: false })
export class LedgerPostingEntity {
  @ViewColumn()
  readonly id!: string;
  @ViewColumn()
  readonly merchant!: string;
  @ViewColumn()
  readonly currency!: string;
  @ViewColumn()
  readonly account!: LedgerAccount;
  /** Negative for the account that it left. */
  @ViewColumn()
  readonly amount!: string;
  @ViewColumn()
  readonly kind!: LedgerEntryKind;
  @ViewColumn()
  readonly identifier!: string | null;
  @ViewColumn({ name: 'posted_at' })
  readonly postedAt!: Date;
}
