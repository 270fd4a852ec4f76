import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A successful payment whose provider is asked whether it still says so. Written by the statement that records the success, or a
 * word of the provider after it; gone after the last answer.
 */
@Entity('success_lookups')
@Index('success_lookups_due_idx', ['mid', 'dueAt'])
export class SuccessLookupEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'success_lookups_pkey' })
  readonly identifier!: string;
  /** The attempt that is asked about. */
  @Column('integer')
  readonly n!: number;
  @Column('text')
  readonly mid!: string;
  /** Of the plan's `lateSuccessLookupsMs`; beyond the last, the look-up follows a signed word. */
  @Column('integer')
  readonly step!: number;
  /** How often this step was asked in vain. */
  @Column('integer', { default: 0 })
  readonly tries!: number;
  /** How many words of its provider have come after the end: one that comes while it is asked is a question of its own. */
  @Column('integer', { default: 0 })
  readonly words!: number;
  /** When the payment ended. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3 })
  readonly endedAt!: Date;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3 })
  readonly dueAt!: Date;
}
