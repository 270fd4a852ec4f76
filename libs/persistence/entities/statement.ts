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
import type { LineDirection, LineKind } from '#domain/statements/line';
import { xid8 } from './columns.js';

export type StatementSource = 'provider' | 'bank';

/** One import of a statement (contract §16.2): whose, of which days, and how many lines it brought. Append-only. */
@Entity('statement_files')
@Unique('statement_files_content_key', ['source', 'account', 'sha256', 'fromOn', 'toOn'])
@Index('statement_files_days_idx', ['source', 'account', 'toOn'])
@Check('statement_files_source_check', `source in ('provider', 'bank')`)
@Check('statement_files_way_check', `way in ('provider', 'folder', 'file')`)
@Check('statement_files_sha256_check', `sha256 ~ '^[0-9a-f]{64}$'`)
@Check('statement_files_days_check', 'from_on <= to_on')
@Check('statement_files_lines_check', 'lines >= new_lines and new_lines >= 0')
export class StatementFileEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'statement_files_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly source!: StatementSource;
  /** The MID, or the name of the bank account in the configuration. */
  @Column('text')
  readonly account!: string;
  @Column('text')
  readonly way!: 'provider' | 'folder' | 'file';
  /** Of the file, without its folder. */
  @Column('text', { nullable: true })
  readonly name!: string | null;
  /** Of the bytes of the file; of what was read through a connector, of its lines. */
  @Column('text')
  readonly sha256!: string;
  /** First and last day, both inclusive. */
  @Column('date', { name: 'from_on' })
  readonly fromOn!: string;
  @Column('date', { name: 'to_on' })
  readonly toOn!: string;
  @Column('integer')
  readonly lines!: number;
  @Column('integer', { name: 'new_lines' })
  readonly newLines!: number;
  /** Sum of the hashes of its new lines: it no longer fits if one is changed, removed or added. */
  @Column('numeric')
  readonly digest!: string;
  @Column('text', { name: 'imported_by' })
  readonly importedBy!: string;
  @Column({ type: 'timestamptz', name: 'imported_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly importedAt!: Date;
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/** What a statement says of its balance in one currency, or a person where it says nothing. Append-only. */
@Entity('statement_balances')
@Check('statement_balances_currency_check', `currency ~ '^[A-Z]{3}$'`)
export class StatementBalanceEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'statement_balances_pkey' })
  @ForeignKey(() => StatementFileEntity, { name: 'statement_balances_file_fkey' })
  readonly file!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'statement_balances_pkey' })
  readonly currency!: string;
  /** Major units, signed. */
  @Column('numeric', { nullable: true })
  readonly opening!: string | null;
  @Column('numeric', { nullable: true })
  readonly closing!: string | null;
  /** A person has declared the opening. */
  @Column('boolean', { name: 'is_declared', default: false })
  readonly isDeclared!: boolean;
}

/**
 * A line of a provider's statement, free of personal data (contract §16.2). In months by its booking day, which its key begins
 * with. It keeps what it says; settlement and value day may be told later.
 */
@Entity('statement_lines')
@Index('statement_lines_file_idx', ['file'])
@Index('statement_lines_key_idx', ['account', 'lineKey'])
@Index('statement_lines_settlement_idx', ['account', 'settlement'], { where: 'settlement is not null' })
@Check(
  'statement_lines_kind_check',
  `kind in ('payment', 'payout', 'refund', 'refund_returned', 'chargeback',
    'chargeback_won', 'payout_returned', 'fee', 'settlement', 'funding', 'other')`,
)
@Check('statement_lines_gross_check', 'gross >= 0')
@Check('statement_lines_currency_check', `currency ~ '^[A-Z]{3}$'`)
export class StatementLineEntity {
  @PrimaryColumn('uuid', { name: 'line_id', primaryKeyConstraintName: 'statement_lines_pkey' })
  readonly lineId!: string;
  /** Without a foreign key, as all that is kept in months. */
  @Column('bigint')
  readonly file!: string;
  @Column('text')
  readonly account!: string;
  @Column('text', { name: 'line_key' })
  readonly lineKey!: string;
  @Column('text')
  readonly kind!: LineKind;
  @Column('text', { name: 'unknown_kind', nullable: true })
  readonly unknownKind!: string | null;
  @Column('text', { nullable: true })
  readonly reference!: string | null;
  @Column('text', { name: 'provider_id', nullable: true })
  readonly providerId!: string | null;
  /** Major units. */
  @Column('numeric')
  readonly gross!: string;
  @Column('numeric')
  readonly fee!: string;
  @Column('numeric')
  readonly tax!: string;
  @Column('numeric')
  readonly net!: string;
  @Column('text')
  readonly currency!: string;
  @Column('numeric', { name: 'settled_amount', nullable: true })
  readonly settledAmount!: string | null;
  @Column('text', { name: 'settled_currency', nullable: true })
  readonly settledCurrency!: string | null;
  @Column('numeric', { nullable: true })
  readonly rate!: string | null;
  @Column('date', { name: 'booked_on' })
  readonly bookedOn!: string;
  @Column('date', { name: 'value_on', nullable: true })
  readonly valueOn!: string | null;
  @Column('text', { nullable: true })
  readonly settlement!: string | null;
  /** Hash of everything that it keeps. */
  @Column('text')
  readonly content!: string;
  @Column({ type: 'timestamptz', name: 'imported_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly importedAt!: Date;
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/** A booked entry of a bank's statement, free of personal data. Append-only. */
@Entity('bank_lines')
@Unique('bank_lines_key', ['account', 'lineKey'])
@Index('bank_lines_file_idx', ['file'])
@Index('bank_lines_amount_idx', ['currency', 'amount', 'bookedOn'])
@Check('bank_lines_direction_check', `direction in ('in', 'out')`)
@Check('bank_lines_amount_check', 'amount >= 0')
@Check('bank_lines_currency_check', `currency ~ '^[A-Z]{3}$'`)
export class BankLineEntity {
  @PrimaryColumn('uuid', { name: 'line_id', primaryKeyConstraintName: 'bank_lines_pkey' })
  readonly lineId!: string;
  @Column('bigint')
  @ForeignKey(() => StatementFileEntity, { name: 'bank_lines_file_fkey' })
  readonly file!: string;
  @Column('text')
  readonly account!: string;
  @Column('text', { name: 'line_key' })
  readonly lineKey!: string;
  @Column('text')
  readonly direction!: LineDirection;
  @Column('numeric')
  readonly amount!: string;
  @Column('text')
  readonly currency!: string;
  @Column('date', { name: 'booked_on' })
  readonly bookedOn!: string;
  @Column('date', { name: 'value_on', nullable: true })
  readonly valueOn!: string | null;
  @Column('text', { name: 'bank_reference', nullable: true })
  readonly bankReference!: string | null;
  /** Words of its texts that can be a reference. */
  @Column('text', { array: true })
  readonly words!: readonly string[];
  @Column('boolean', { name: 'is_reversal' })
  readonly isReversal!: boolean;
  @Column('text')
  readonly content!: string;
  @Column({ type: 'timestamptz', name: 'imported_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly importedAt!: Date;
}

export type MatchWay =
  'reference' | 'provider_id' | 'settlement' | 'only_pair' | 'person' | 'itself' | 'unexplained' | 'ignored';

/**
 * What a line stands for (contract §16.3), in turns: the latest one stands. `itself` is a fee, a settlement or a funding;
 * `unexplained` has no match. Append-only, in months with its line. A trigger posts what follows.
 */
@Entity('statement_matches')
@Index('statement_matches_identifier_idx', ['identifier'], { where: 'identifier is not null' })
@Index('statement_matches_told_idx', ['matchedAt'], { where: `reversal_id <> ''` })
@Check('statement_matches_turn_check', 'turn >= 1')
@Check('statement_matches_source_check', `source in ('provider', 'bank')`)
@Check(
  'statement_matches_way_check',
  `way in ('reference', 'provider_id', 'settlement', 'only_pair', 'person', 'itself', 'unexplained', 'ignored')`,
)
@Check('statement_matches_entry_check', '(identifier is null) = (entry_kind is null)')
@Check(
  'statement_matches_author_check',
  `case when way = 'person' then coalesce(author <> '' and reason <> '', false) else true end`,
)
export class StatementMatchEntity {
  @PrimaryColumn('uuid', { name: 'line_id', primaryKeyConstraintName: 'statement_matches_pkey' })
  readonly lineId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'statement_matches_pkey' })
  readonly turn!: number;
  @Column('text')
  readonly source!: StatementSource;
  @Column('text')
  readonly account!: string;
  @Column('text')
  readonly way!: MatchWay;
  /** The transaction whose entry, or whose reversal's entry, it is. */
  @Column('uuid', { nullable: true })
  readonly identifier!: string | null;
  @Column('text', { name: 'entry_kind', nullable: true })
  readonly entryKind!: string | null;
  /** Empty: the entry follows from the transaction itself. */
  @Column('text', { name: 'reversal_id', default: '' })
  readonly reversalId!: string;
  /** Empty: the house's. */
  @Column('text', { default: '' })
  readonly merchant!: string;
  @Column('text', { nullable: true })
  readonly provider!: string | null;
  @Column('text', { nullable: true })
  readonly method!: string | null;
  /** The settlement that the line is, or that has arrived with it. */
  @Column('bigint', { nullable: true })
  readonly settlement!: string | null;
  @Column('text', { nullable: true })
  readonly author!: string | null;
  @Column('text', { nullable: true })
  readonly reason!: string | null;
  @Column('text', { nullable: true })
  readonly evidence!: string | null;
  @Column({ type: 'timestamptz', name: 'matched_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly matchedAt!: Date;
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
}

/** Money that a provider has paid out to us by its statement, the sum of the lines it consists of, and its arrival at the bank. */
@Entity('settlements')
@Index('settlements_reference_idx', ['account', 'reference'])
@Index('settlements_waiting_idx', ['bookedOn'], { where: 'bank_line is null' })
@Unique('settlements_line_key', ['lineId'])
@Unique('settlements_bank_line_key', ['bankLine'])
@Check('settlements_arrived_check', '(bank_line is null) = (arrived_on is null)')
@Check('settlements_currency_check', `currency ~ '^[A-Z]{3}$'`)
export class SettlementEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'settlements_pkey',
  })
  readonly id!: string;
  /** The MID. */
  @Column('text')
  readonly account!: string;
  @Column('text')
  readonly currency!: string;
  @Column('text')
  readonly reference!: string;
  @Column('uuid', { name: 'line_id' })
  readonly lineId!: string;
  /** Major units. */
  @Column('numeric')
  readonly amount!: string;
  @Column('date', { name: 'booked_on' })
  readonly bookedOn!: string;
  /** Number of lines that it pays out, as far as they are known. */
  @Column('integer', { default: 0 })
  readonly lines!: number;
  /** What they add up to. */
  @Column('numeric', { name: 'lines_net', default: 0 })
  readonly linesNet!: string;
  @Column('uuid', { name: 'bank_line', nullable: true })
  @ForeignKey(() => BankLineEntity, { name: 'settlements_bank_line_fkey' })
  readonly bankLine!: string | null;
  @Column('date', { name: 'arrived_on', nullable: true })
  readonly arrivedOn!: string | null;
}
