import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TransferOutcome } from '../transactions/transfer-details.js';
import type { Bank } from '#domain/transaction/challenge';
import { TransactionEntity } from './transaction.js';

/** What is known of a transaction's customer, sealed. Deleted when its retention is over. */
@Entity('personal_data')
@Index('personal_data_ended_idx', ['endedAt'], { where: 'ended_at is not null' })
export class PersonalDataEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'personal_data_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'personal_data_transaction_fkey' })
  readonly identifier!: string;
  /** Sealed: customer, `extra.meta`, and the requisites of a payout. */
  @Column('bytea')
  readonly box!: Buffer;
  /** Sealed: the details of the customer's transfer, from the merchant. */
  @Column('bytea', { name: 'transfer_box', nullable: true })
  readonly transferBox!: Buffer | null;
  /** When the transaction became final: from then on its retention runs. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  readonly endedAt!: Date | null;
}

/** How far the details of a customer's transfer (in `personal_data`) were passed on to the provider. */
@Entity('transfer_details')
@Index('transfer_details_open_idx', ['nextSweepAt'], { where: 'settled_at is null' })
@Check('transfer_details_outcome_check', `outcome in ('taken', 'refused', 'not_supported', 'forgotten')`)
@Check('transfer_details_settled_check', '(settled_at is null) = (outcome is null)')
export class TransferDetailsEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'transfer_details_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'transfer_details_transaction_fkey' })
  readonly identifier!: string;
  /** Keyed hash of the details: distinguishes a repeated call from other details. */
  @Column('bytea')
  readonly fingerprint!: Buffer;
  @Column({ type: 'timestamptz', name: 'accepted_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly acceptedAt!: Date;
  /** How often its workflow was ensured; the wait until the next time grows with it. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  @Column({ type: 'timestamptz', name: 'next_sweep_at', precision: 3 })
  readonly nextSweepAt!: Date;
  @Column({ type: 'timestamptz', name: 'settled_at', precision: 3, nullable: true })
  readonly settledAt!: Date | null;
  @Column('text', { nullable: true })
  readonly outcome!: TransferOutcome | null;
}

/** The banks that a payout without a bank code offered, and the one that the merchant chose: once, and for good. */
@Entity('bank_code_challenges')
@Check('bank_code_challenges_confirmation_check', '(bank_code is null) = (confirmed_at is null)')
export class BankCodeChallengeEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'bank_code_challenges_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'bank_code_challenges_transaction_fkey' })
  readonly identifier!: string;
  @Column('jsonb')
  readonly banks!: readonly Bank[];
  @Column('text', { name: 'bank_code', nullable: true })
  readonly bankCode!: string | null;
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true })
  readonly confirmedAt!: Date | null;
}
