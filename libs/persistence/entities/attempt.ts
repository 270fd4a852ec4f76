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
import type { LookupAnswer } from '#domain/transaction/change';
import type { Evidence, ProviderReport } from '#domain/transaction/report';
import type { AttemptState } from '#domain/transaction/transaction';
import { TransactionEntity } from './transaction.js';

/**
 * One attempt at a provider, committed before the provider is called. Inserting the row as `sending`, or changing it to
 * that, is the right to call once; no other call is ever made for it.
 */
@Entity('attempts')
@Unique('attempts_provider_reference_key', ['providerReference'])
@Index('attempts_provider_id_idx', ['providerId'], { where: 'provider_id is not null' })
@Check('attempts_n_check', 'n >= 1')
@Check(
  'attempts_state_check',
  `state in ('preparing', 'sending', 'accepted', 'final', 'declined', 'not_sent', 'unknown')`,
)
export class AttemptEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'attempts_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'attempts_transaction_fkey' })
  readonly identifier!: string;
  /** 1, 2, …: the place of its route in the plan, where no card was tried again (cause `retry`). */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'attempts_pkey' })
  readonly n!: number;
  @Column('text')
  readonly provider!: string;
  @Column('text')
  readonly mid!: string;
  /** What the provider knows it by: `<identifier>-<n>`. */
  @Column('text', { name: 'provider_reference' })
  readonly providerReference!: string;
  @Column('text')
  readonly state!: AttemptState;
  /** Why it is in its state, as one of the code's words. */
  @Column('text', { nullable: true })
  readonly cause!: string | null;
  /** The same in words for people. */
  @Column('text', { nullable: true })
  readonly detail!: string | null;
  /** The provider's own id of it. */
  @Column('text', { name: 'provider_id', nullable: true })
  readonly providerId!: string | null;
  /** The provider's identifier of what `prepare` created; moves no money, and is not personal data. */
  @Column('text', { nullable: true })
  readonly prepared!: string | null;
  /** What the provider's answer proves. */
  @Column('jsonb', { nullable: true })
  readonly evidence!: ProviderReport | null;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly startedAt!: Date;
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  readonly finishedAt!: Date | null;
  /** Nothing of it is sent later; null while it is prepared, and in older rows. */
  @Column({ type: 'timestamptz', name: 'send_by', precision: 3, nullable: true })
  readonly sendBy!: Date | null;
}

/** A provider was asked what became of an attempt. Append-only, in months. */
@Entity('lookups')
@Check('lookups_answer_check', `answer in ('found', 'not_found', 'no_answer')`)
export class LookupEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'lookups_pkey' })
  readonly identifier!: string;
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'lookups_pkey',
  })
  readonly id!: string;
  @Column('integer')
  readonly n!: number;
  @Column('text')
  readonly answer!: LookupAnswer['answer'];
  @Column('text', { nullable: true })
  readonly outcome!: string | null;
  @Column('jsonb', { nullable: true })
  readonly evidence!: ProviderReport | null;
  @Column('text', { nullable: true })
  readonly detail!: string | null;
  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly askedAt!: Date;
  /** False: asked out of turn. Its "not found" does not count towards the end of a payment. */
  @Column('boolean', { default: true })
  readonly counts!: boolean;
}

/** A payment that ended because its provider did not know it, and about which the provider is asked for some days more. */
@Entity('late_lookups')
@ForeignKey(() => AttemptEntity, ['identifier', 'n'], ['identifier', 'n'], {
  name: 'late_lookups_attempt_fkey',
})
@Index('late_lookups_due_idx', ['dueAt'])
export class LateLookupEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'late_lookups_pkey' })
  @ForeignKey(() => TransactionEntity, { name: 'late_lookups_transaction_fkey' })
  readonly identifier!: string;
  @Column('integer')
  readonly n!: number;
  /** Of the plan's `lateLookupsMs`. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  /** When the payment ended. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3 })
  readonly endedAt!: Date;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3 })
  readonly dueAt!: Date;
}

/** The inbox: a provider's callback, stored before it is answered and applied afterwards. */
@Entity('provider_events')
@Unique('provider_events_event_key', ['provider', 'eventId', 'repetitionKey'])
@Index('provider_events_waiting_idx', ['identifier'], { where: 'applied_at is null' })
@Index('provider_events_identifier_idx', ['identifier'], { where: 'identifier is not null' })
@Index('provider_events_unmatched_idx', ['receivedAt'], { where: 'identifier is null' })
export class ProviderEventEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'provider_events_pkey' })
  readonly id!: string;
  @Column('text')
  readonly provider!: string;
  /** The provider's own, for one of its accounts; a repeated callback has the same. */
  @Column('text', { name: 'event_id' })
  readonly eventId!: string;
  /** Of the attempt that it speaks of. */
  @Column('text', { name: 'provider_reference' })
  readonly providerReference!: string;
  /** The transaction of that attempt; null if the reference is unknown. */
  @Column('uuid', { nullable: true })
  readonly identifier!: string | null;
  @Column('jsonb')
  readonly evidence!: Evidence;
  @Column({ type: 'timestamptz', name: 'received_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly receivedAt!: Date;
  /** When its transaction's workflow has looked at it. */
  @Column({ type: 'timestamptz', name: 'applied_at', precision: 3, nullable: true })
  readonly appliedAt!: Date | null;
  /** What it changed, or why nothing. */
  @Column('text', { nullable: true })
  readonly verdict!: string | null;
  /** Hash of whose credentials signed it, and of what it says of which attempt; empty in older rows. */
  @Column('text', { name: 'repetition_key', default: '' })
  readonly repetitionKey!: string;
}
