import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TransactionEntity } from './transaction.js';

/**
 * What went back of one payment (contract §15.3), from its first refund or reversal on. Only triggers write it. Amounts are in
 * the payment's currency, `billing` and `billed` in its billing currency.
 */
@Entity('refund_totals')
@Check('refund_totals_refunded_check', 'refunded >= 0 and refunded <= paid')
@Check('refund_totals_count_check', 'count >= 0')
@Check('refund_totals_facts_check', 'provider_refunded >= 0 and charged_back >= 0')
@Check('refund_totals_billed_check', 'billed >= 0')
export class RefundTotalsEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'refund_totals_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'refund_totals_payment_fkey' })
  readonly payment!: string;
  @Column('numeric')
  readonly paid!: string;
  /** By refunds that are pending or successful, less what of them came back. */
  @Column('numeric', { default: 0 })
  readonly refunded!: string;
  /** Number of those refunds, without the ones that came back as a whole. */
  @Column('integer', { default: 0 })
  readonly count!: number;
  /** By the provider, without a refund of ours. */
  @Column('numeric', { name: 'provider_refunded', default: 0 })
  readonly providerRefunded!: string;
  /** Less what was won back. */
  @Column('numeric', { name: 'charged_back', default: 0 })
  readonly chargedBack!: string;
  @Column('numeric')
  readonly billing!: string;
  /** The part of `billing` that went with the amounts above. */
  @Column('numeric', { default: 0 })
  readonly billed!: string;
  @Column('text', { name: 'billing_currency' })
  readonly billingCurrency!: string;
  @Column('integer', { name: 'billing_decimals' })
  readonly billingDecimals!: number;
}
