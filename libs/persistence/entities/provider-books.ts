import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReportKind } from '#domain/wire/report';
import { xid8 } from './columns.js';

/** Of the provider books (contract §16.1): `held` is what the provider holds for us. */
export type ProviderAccount =
  'customers' | 'held' | 'beneficiaries' | 'fees' | 'in_transfer' | 'bank' | 'unexplained' | 'losses';
export type ProviderEntryKind =
  | 'payment'
  | 'refund_returned'
  | 'chargeback_won'
  | 'refund'
  | 'provider_refund'
  | 'chargeback'
  | 'payout'
  | 'payout_returned'
  | 'fee'
  | 'tax'
  | 'settlement'
  | 'arrival'
  | 'funding'
  | 'unexplained'
  | 'write_off';

/**
 * An amount that moved at a provider, in the currency in which it moved (contract §16.1). Append-only, in months by its cause: the
 * transaction, or the line. Triggers write it. A line posts each turn t as part 2t − 1, and part 2t takes that back.
 */
@Entity('provider_entries')
@Index('provider_entries_day_idx', ['merchant', 'postedAt', 'committedIn', 'id'])
@Index('provider_entries_order_idx', ['merchant', 'committedIn', 'id'])
@Index('provider_entries_unexplained_idx', ['mid', 'currency'], {
  where: `kind in ('unexplained', 'write_off')`,
})
@Check('provider_entries_amount_check', 'amount > 0')
@Check(
  'provider_entries_cause_check',
  `(identifier is null) <> (line_id is null)
    and cause = coalesce(identifier, line_id)`,
)
@Check('provider_entries_part_check', 'part >= 1')
@Check('provider_entries_currency_check', `currency ~ '^[A-Z]{3}$'`)
@Check(
  'provider_entries_accounts_check',
  `case
    when kind in ('payment', 'chargeback_won') then (from_account, to_account) = ('customers', 'held')
    when kind in ('refund', 'provider_refund', 'chargeback') then (from_account, to_account) = ('held', 'customers')
    when kind = 'payout' then (from_account, to_account) = ('held', 'beneficiaries')
    else (kind, least(from_account, to_account), greatest(from_account, to_account)) in (
      ('refund_returned', 'customers', 'held'), ('payout_returned', 'beneficiaries', 'held'), ('fee', 'fees', 'held'),
      ('tax', 'fees', 'held'), ('settlement', 'held', 'in_transfer'), ('arrival', 'bank', 'in_transfer'),
      ('funding', 'bank', 'held'), ('unexplained', 'held', 'unexplained'), ('write_off', 'losses', 'unexplained')) end`,
)
export class ProviderEntryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'provider_entries_pkey' })
  readonly cause!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_entries_pkey' })
  readonly kind!: ProviderEntryKind;
  /** Empty: the house's. */
  @PrimaryColumn('text', { default: '', primaryKeyConstraintName: 'provider_entries_pkey' })
  readonly merchant!: string;
  /** Empty: it follows from the transaction itself, or from a line. */
  @PrimaryColumn('text', {
    name: 'reversal_id',
    default: '',
    primaryKeyConstraintName: 'provider_entries_pkey',
  })
  readonly reversalId!: string;
  @PrimaryColumn('integer', { default: 1, primaryKeyConstraintName: 'provider_entries_pkey' })
  readonly part!: number;
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  readonly id!: string;
  @Column('text')
  readonly mid!: string;
  @Column('text', { nullable: true })
  readonly provider!: string | null;
  @Column('text')
  readonly currency!: string;
  @Column('text', { name: 'from_account' })
  readonly fromAccount!: ProviderAccount;
  @Column('text', { name: 'to_account' })
  readonly toAccount!: ProviderAccount;
  /** Major units, positive. */
  @Column('numeric')
  readonly amount!: string;
  @Column('uuid', { nullable: true })
  readonly identifier!: string | null;
  @Column('uuid', { name: 'line_id', nullable: true })
  readonly lineId!: string | null;
  @Column('text', { nullable: true })
  readonly method!: string | null;
  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly postedAt!: Date;
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/** Transactions and reversals that are posted, and that no line has named yet. Only triggers write it. */
@Entity('provider_transit')
@Index('provider_transit_mid_idx', ['mid', 'postedAt'])
@Index('provider_transit_order_idx', ['merchant', 'committedIn', 'identifier'])
@Check('provider_transit_amount_check', 'amount > 0')
export class ProviderTransitEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'provider_transit_pkey' })
  readonly identifier!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_transit_pkey' })
  readonly kind!: ProviderEntryKind;
  @PrimaryColumn('text', {
    name: 'reversal_id',
    default: '',
    primaryKeyConstraintName: 'provider_transit_pkey',
  })
  readonly reversalId!: string;
  @Column('text')
  readonly merchant!: string;
  @Column('text')
  readonly mid!: string;
  @Column('text', { nullable: true })
  readonly provider!: string | null;
  @Column('text')
  readonly currency!: string;
  @Column('numeric')
  readonly amount!: string;
  @Column('text', { nullable: true })
  readonly method!: string | null;
  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3 })
  readonly postedAt!: Date;
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/**
 * What the reported entries of a merchant moved in a quarter of an hour or a day of UTC, up to its mark; only
 * `sum_provider_entries` writes it.
 */
@Entity('provider_sums')
@Check('provider_sums_span_check', `span in ('15 minutes', '1 day')`)
export class ProviderSumEntity {
  /** Empty: the house's. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly merchant!: string;
  @PrimaryColumn('interval', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly span!: unknown;
  @PrimaryColumn({
    type: 'timestamptz',
    name: 'starts_at',
    precision: 3,
    primaryKeyConstraintName: 'provider_sums_pkey',
  })
  readonly startsAt!: Date;
  /** The MID, if the entry names no provider. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly provider!: string;
  /** Empty: the entry names none. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly method!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly currency!: string;
  /** `other`: funding and unexplained money, of the house alone. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sums_pkey' })
  readonly kind!: ReportKind | 'other';
  /** Major units, in the direction of the kind; negative: more was taken back. */
  @Column('numeric')
  readonly moved!: string;
  /** Of entries. */
  @Column('bigint')
  readonly count!: string;
  /** The least and the greatest `committed_in` of its entries. */
  @Column({ type: xid8, name: 'first_place' })
  readonly firstPlace!: string;
  @Column({ type: xid8, name: 'last_place' })
  readonly lastPlace!: string;
}

/**
 * The last of a merchant's entries that is in its sums, in the order of `committedIn` and `id`, and the last of what was in transit, in
 * the order of `committedIn` and `identifier`.
 */
@Entity('provider_sum_marks')
export class ProviderSumMarkEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_sum_marks_pkey' })
  readonly merchant!: string;
  @Column({ type: xid8, name: 'committed_in', default: '0' })
  readonly committedIn!: string;
  /** Its id. */
  @Column('bigint', { default: 0 })
  readonly entry!: string;
  @Column({ type: xid8, name: 'transit_in', default: '0' })
  readonly transitIn!: string;
  /** Its identifier. */
  @Column('uuid', { default: '00000000-0000-0000-0000-000000000000' })
  readonly transit!: string;
}

/**
 * What is in transit of a merchant, by when it was posted: in a quarter of an hour or a day of UTC, up to its mark. It holds what has
 * left until that is taken off. Only `sum_provider_transit` writes it.
 */
@Entity('transit_sums')
@Check('transit_sums_span_check', `span in ('15 minutes', '1 day')`)
export class TransitSumEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'transit_sums_pkey' })
  readonly merchant!: string;
  @PrimaryColumn('interval', { primaryKeyConstraintName: 'transit_sums_pkey' })
  readonly span!: unknown;
  @PrimaryColumn({
    type: 'timestamptz',
    name: 'starts_at',
    precision: 3,
    primaryKeyConstraintName: 'transit_sums_pkey',
  })
  readonly startsAt!: Date;
  /** The MID, if the entry names no provider. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'transit_sums_pkey' })
  readonly provider!: string;
  /** Empty: the entry names none. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'transit_sums_pkey' })
  readonly method!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'transit_sums_pkey' })
  readonly currency!: string;
  /** Major units; negative: more went out than came in. */
  @Column('numeric')
  readonly amount!: string;
}

/**
 * What has left transit, or the part by which it became less, until the worker has taken it off the sums. Only a trigger writes it,
 * and only `sum_provider_transit` removes it.
 */
@Entity('transit_departures')
export class TransitDepartureEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'transit_departures_pkey' })
  readonly merchant!: string;
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'transit_departures_pkey',
  })
  readonly id!: string;
  /** Its place in the order of what was in transit, with `identifier`: it is in a sum if that is not after the mark. */
  @Column({ type: xid8, name: 'committed_in' })
  readonly committedIn!: string;
  @Column('uuid')
  readonly identifier!: string;
  @Column('text')
  readonly provider!: string;
  @Column('text')
  readonly method!: string;
  @Column('text')
  readonly currency!: string;
  /** Major units; what it had added to what is held, negative if it went out. */
  @Column('numeric')
  readonly amount!: string;
  /** When what has left was posted. */
  @Column({ type: 'timestamptz', name: 'posted_at', precision: 3 })
  readonly postedAt!: Date;
}
