import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { DifferenceClass } from '#domain/statements/difference';
import type { StatementSource } from './statement.js';

export type { DifferenceClass };

/**
 * A disagreement between statements and the books (contract §16.4), opened once for each class and subject. A line, the books
 * or a person closes it. One with `partOf` is listed under the one that a person works on.
 */
@Entity('differences')
@Unique('differences_subject_key', ['class', 'source', 'account', 'subject'])
@Index('differences_open_idx', ['nextSweepAt'], { where: `state = 'open' and part_of is null` })
@Index('differences_class_idx', ['class', 'account'], { where: `state = 'open'` })
@Index('differences_unclosed_idx', ['account'], { where: `state <> 'closed'` })
@Index('differences_closed_idx', ['closedAt'], { where: `state <> 'open' and part_of is null` })
@Index('differences_line_idx', ['lineId'], { where: 'line_id is not null' })
@Index('differences_identifier_idx', ['identifier'], { where: 'identifier is not null' })
@Index('differences_part_idx', ['partOf'], { where: 'part_of is not null' })
@Check(
  'differences_class_check',
  `class in ('unknown_here', 'status', 'amount', 'currency', 'twice', 'not_listed',
    'reversal', 'fee', 'stranger', 'settlement_sum', 'not_arrived', 'bank_unknown', 'ambiguous', 'balance', 'gap',
    'restated', 'unknown_kind')`,
)
@Check('differences_source_check', `source in ('provider', 'bank')`)
@Check('differences_state_check', `state in ('open', 'explained', 'closed')`)
@Check(
  'differences_closed_check',
  `(state = 'open') = (closed_at is null)
    and (closed_at is null) = (closed_how is null) and (closed_how is null or closed_how in ('line', 'books', 'explained',
      'matched', 'written_off'))`,
)
@Check(
  'differences_person_check',
  `closed_how is null or closed_how in ('line', 'books')
    or coalesce(closed_by <> '' and closing_reason <> '', false)`,
)
export class DifferenceEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'differences_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly class!: DifferenceClass;
  @Column('text')
  readonly source!: StatementSource;
  /** The MID, or the name of the bank account. */
  @Column('text')
  readonly account!: string;
  /** What it is about; unique within class, source and account. */
  @Column('text')
  readonly subject!: string;
  /** The day that it belongs to. */
  @Column('date', { name: 'on_day' })
  readonly onDay!: string;
  @Column('text', { nullable: true })
  readonly currency!: string | null;
  /** What the statement says; of several lines their sum. Major units. */
  @Column('numeric', { nullable: true })
  readonly amount!: string | null;
  /** What the books say. */
  @Column('numeric', { nullable: true })
  readonly expected!: string | null;
  /** Number of lines. */
  @Column('integer', { default: 1 })
  readonly count!: number;
  @Column('uuid', { name: 'line_id', nullable: true })
  readonly lineId!: string | null;
  @Column('uuid', { nullable: true })
  readonly identifier!: string | null;
  @Column('text', { name: 'entry_kind', nullable: true })
  readonly entryKind!: string | null;
  @Column('text', { nullable: true })
  readonly method!: string | null;
  @Column('bigint', { nullable: true })
  readonly settlement!: string | null;
  /** The import that opened it. */
  @Column('bigint', { nullable: true })
  readonly file!: string | null;
  @Column('bigint', { name: 'part_of', nullable: true })
  @ForeignKey(() => DifferenceEntity, { name: 'differences_part_fkey' })
  readonly partOf!: string | null;
  @Column('text', { default: 'open' })
  readonly state!: 'open' | 'explained' | 'closed';
  @Column({ type: 'timestamptz', name: 'opened_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly openedAt!: Date;
  @Column({ type: 'timestamptz', name: 'closed_at', precision: 3, nullable: true })
  readonly closedAt!: Date | null;
  @Column('text', { name: 'closed_how', nullable: true })
  readonly closedHow!: 'line' | 'books' | 'explained' | 'matched' | 'written_off' | null;
  @Column('text', { name: 'closed_by', nullable: true })
  readonly closedBy!: string | null;
  @Column('text', { name: 'closing_reason', nullable: true })
  readonly closingReason!: string | null;
  @Column('text', { nullable: true })
  readonly evidence!: string | null;
  /** The line that closed it. */
  @Column('uuid', { name: 'closed_line', nullable: true })
  readonly closedLine!: string | null;
  /** How often recovery has ensured its workflow, and when it does so again. */
  @Column('integer', { default: 0 })
  readonly step!: number;
  @Column({ type: 'timestamptz', name: 'next_sweep_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly nextSweepAt!: Date;
}

/** What a person decided on a difference. Append-only. */
@Entity('difference_decisions')
@Index('difference_decisions_difference_idx', ['difference'])
@Check(
  'difference_decisions_decision_check',
  `decision in ('explained', 'matched', 'match undone', 'write-off proposed', 'write-off confirmed')`,
)
export class DifferenceDecisionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'difference_decisions_pkey',
  })
  readonly id!: string;
  @Column('bigint')
  @ForeignKey(() => DifferenceEntity, { name: 'difference_decisions_difference_fkey' })
  readonly difference!: string;
  @Column('text')
  readonly decision!: 'explained' | 'matched' | 'match undone' | 'write-off proposed' | 'write-off confirmed';
  @Column('text')
  readonly operator!: string;
  @Column('text')
  readonly reason!: string;
  @Column('text')
  readonly evidence!: string;
  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly decidedAt!: Date;
}
