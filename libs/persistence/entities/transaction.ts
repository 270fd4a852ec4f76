import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { RefundReason } from '#domain/refunds/refund-reason';
import type { Plan, PlannedTiming } from '#domain/transaction/plan';
import type { Challenge, ChallengeType } from '#domain/transaction/challenge';
import type { StatusSource, Style, TransactionStatus, TransactionType } from '#domain/transaction/status';

/**
 * A payment, a payout or a refund, from its registration on. Never deleted, and never changed once it is final: a trigger allows
 * the transitions of the domain's table and nothing else.
 */
@Entity('transactions')
@Unique('transactions_reference_key', ['merchant', 'type', 'reference'])
@Index('transactions_list_idx', ['merchant', 'createdAt', 'identifier'])
@Index('transactions_open_idx', ['createdAt'], { where: 'finished_at is null' })
@Index('transactions_refunds_idx', ['payment'], { where: 'payment is not null' })
@Index('transactions_turns_idx', ['payment'], {
  where: 'waits_for is not null and submit_due_at is null and finished_at is null',
})
@Check('transactions_type_check', `type in ('payment', 'payout', 'refund')`)
@Check('transactions_style_check', `style in ('h2h', 'hpp')`)
@Check('transactions_currency_check', `currency ~ '^[A-Z]{3}$'`)
@Check('transactions_amount_check', 'amount > 0')
@Check(
  'transactions_billing_check',
  `(billing_amount is null) = (billing_currency is null)
    and (billing_amount > 0 or (type = 'refund' and billing_amount = 0)) and billing_currency ~ '^[A-Z]{3}$'`,
)
@Check(
  'transactions_refund_check',
  `(type = 'refund') = (payment is not null) and (payment is null) = (payment_reference is null)
    and (reason is null or payment is not null) and (waits_for is null or payment is not null)`,
)
@Check(
  'transactions_status_check',
  `status in ('new', 'created', 'pending', 'success', 'declined', 'error', 'expired')`,
)
@Check(
  'transactions_status_source_check',
  `status_source in ('api', 'provider', 'lookup', 'customer', 'merchant', 'timer', 'operator')`,
)
@Check(
  'transactions_finished_check',
  `(finished_at is not null) = (status in ('success', 'declined', 'error', 'expired'))`,
)
@Check('transactions_payouts_in_flight_max_check', 'payouts_in_flight_max > 0')
@Check('transactions_faulty_forms_check', 'faulty_forms >= 0')
@Check('transactions_bank_check', 'bank_code is not null or bank_name is null')
@Check('transactions_traceparent_check', `traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$'`)
export class TransactionEntity {
  /** Ours; in the merchant's answers, and the end of the workflow's id. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'transactions_pkey' })
  readonly identifier!: string;
  /** Of the call that registered it. */
  @Column('uuid', { name: 'request_id' })
  readonly requestId!: string;
  @Column('text')
  readonly type!: TransactionType;
  @Column('text')
  readonly merchant!: string;
  @Column('text')
  readonly project!: string;
  /** The merchant's own, unique per merchant and type. */
  @Column('text')
  readonly reference!: string;
  /** Code of a method of the catalogue. */
  @Column('text')
  readonly method!: string;
  @Column('text')
  readonly style!: Style;
  /** `initial`, where the merchant wrote so. */
  @Column('text', { nullable: true })
  readonly mode!: string | null;
  @Column('text')
  readonly currency!: string;
  /** Major units, with the decimals that the merchant wrote: 10.1 and 10.10 stay apart. */
  @Column('numeric')
  readonly amount!: string;
  @Column('text')
  readonly status!: TransactionStatus;
  /** Who moved it to its status. */
  @Column('text', { name: 'status_source' })
  readonly statusSource!: StatusSource;
  /** Of the error catalogue; 0: none. */
  @Column('integer', { name: 'error_code', default: 0 })
  readonly errorCode!: number;
  @Column('text', { name: 'error_reason', default: '' })
  readonly errorReason!: string;
  @Column('text', { name: 'error_description', nullable: true })
  readonly errorDescription!: string | null;
  /** How far an expired payment had come. */
  @Column('text', { name: 'expired_at_stage', nullable: true })
  readonly expiredAtStage!: string | null;
  @Column('text', { nullable: true })
  readonly description!: string | null;
  /** JSON as the merchant wrote it, given back byte for byte. */
  @Column('text', { default: '{}' })
  readonly meta!: string;
  @Column('text', { name: 'card_first6', nullable: true })
  readonly cardFirst6!: string | null;
  @Column('text', { name: 'card_last4', nullable: true })
  readonly cardLast4!: string | null;
  @Column('text', { name: 'card_brand', nullable: true })
  readonly cardBrand!: string | null;
  /** Keyed hash of the card number. */
  @Column('bytea', { name: 'card_fingerprint', nullable: true })
  readonly cardFingerprint!: Buffer | null;
  /** Of the bank that a payout goes to: as it was given, or chosen. */
  @Column('text', { name: 'bank_code', nullable: true })
  readonly bankCode!: string | null;
  /** As a list of banks has it; null: not known. */
  @Column('text', { name: 'bank_name', nullable: true })
  readonly bankName!: string | null;
  @Column('text', { nullable: true })
  readonly locale!: string | null;
  @Column('text', { name: 'redirect_url', nullable: true })
  readonly redirectUrl!: string | null;
  @Column('text', { name: 'cancel_url', nullable: true })
  readonly cancelUrl!: string | null;
  @Column('text', { name: 'error_url', nullable: true })
  readonly errorUrl!: string | null;
  @Column('text', { name: 'callback_url', nullable: true })
  readonly callbackUrl!: string | null;
  /** What the merchant or the customer must do next; gone when the transaction is final. */
  @Column('jsonb', { nullable: true })
  readonly challenge!: Challenge | null;
  /** Type of the latest challenge; stays, kept by a trigger. */
  @Column('text', { name: 'challenge_type', nullable: true })
  readonly challengeType!: ChallengeType | null;
  /** Of its first route, then of the attempt that counts. */
  @Column('text', { nullable: true })
  readonly provider!: string | null;
  /** Routes and limits as configured at the registration, and the timings where it has no key of them; never changes. */
  @Column('jsonb')
  readonly plan!: Omit<Plan, 'timing'> & Partial<Pick<Plan, 'timing'>>;
  /** Keyed hash of the request: distinguishes a repeated call from another one with the same reference. */
  @Column('bytea', { name: 'content_fingerprint' })
  readonly contentFingerprint!: Buffer;
  /** From when it is to be submitted; null while its page was not posted or its bank not chosen. */
  @Column({ type: 'timestamptz', name: 'submit_due_at', precision: 3, nullable: true })
  readonly submitDueAt!: Date | null;
  /** When the customer first saw the page. */
  @Column({ type: 'timestamptz', name: 'opened_at', precision: 3, nullable: true })
  readonly openedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'payable_until', precision: 3 })
  readonly payableUntil!: Date;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
  /** Set with a final status, by which its trigger posts to the ledger. */
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  readonly finishedAt!: Date | null;
  /** What the ledger moves, major units; null in rows older than the ledger. */
  @Column('numeric', { name: 'billing_amount', nullable: true })
  readonly billingAmount!: string | null;
  @Column('text', { name: 'billing_currency', nullable: true })
  readonly billingCurrency!: string | null;
  /** Maximum number of payouts of the project that are not final; null: unlimited. */
  @Column('integer', { name: 'payouts_in_flight_max', nullable: true })
  readonly payoutsInFlightMax!: number | null;
  /** MID in whose limits it counts; null: that of its first route. */
  @Column('text', { name: 'counted_mid', nullable: true })
  readonly countedMid!: string | null;
  /** Card forms with mistakes that were posted on its link. */
  @Column('integer', { name: 'faulty_forms', default: 0 })
  readonly faultyForms!: number;
  /** Declined cards after which its page has asked for another one. */
  @Column('integer', { default: 0 })
  readonly tries!: number;
  /** Counts every change of what may follow; a decision is written only at the revision it was made on. */
  @Column('integer', { default: 0 })
  readonly revision!: number;
  /** When the revision last changed; null in older rows. */
  @Column({
    type: 'timestamptz',
    name: 'progressed_at',
    precision: 3,
    nullable: true,
    default: () => 'clock_timestamp()',
  })
  readonly progressedAt!: Date | null;
  /** Of the span of its create call (W3C Trace Context); null: it is not traced. */
  @Column('text', { nullable: true })
  readonly traceparent!: string | null;
  /** Of the timings that belong to its plan; null: they are in it. Without a foreign key (docs/decisions/0036). */
  @Column('bytea', { name: 'timings_key', nullable: true })
  readonly timingsKey!: Buffer | null;
  /** Of a refund: the payment that it gives back. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => TransactionEntity, { name: 'transactions_payment_fkey' })
  readonly payment!: string | null;
  @Column('text', { name: 'payment_reference', nullable: true })
  readonly paymentReference!: string | null;
  /** Of a refund, as the merchant gave it (contract §15.1). */
  @Column('text', { nullable: true })
  readonly reason!: RefundReason | null;
  /** Of a refund that waits for its turn, or did: the refund of the same payment that had to be found first (contract §15.4). */
  @Column('uuid', { name: 'waits_for', nullable: true })
  readonly waitsFor!: string | null;
}

/** Timings that transactions refer to by their key. Append-only. */
@Entity('timings')
export class TimingsEntity {
  /** The first half of the SHA-256 of what Postgres writes for the content: what is the same is there once. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'timings_pkey' })
  readonly key!: Buffer;
  @Column('jsonb')
  readonly content!: PlannedTiming;
}
