import { Check, Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A closed month (contract §16.7): nothing is posted into it any more. Append-only. */
@Entity('periods')
@Check('periods_month_check', `month = date_trunc('month', month::timestamp)::date`)
@Check(
  'periods_persons_check',
  `closed_by <> confirmed_by and closed_by <> '' and confirmed_by <> '' and reason <> ''`,
)
export class PeriodEntity {
  /** Its first day. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'periods_pkey' })
  readonly month!: string;
  /** Its end, exclusive. */
  @Column({ type: 'timestamptz', precision: 3 })
  readonly until!: Date;
  @Column('text', { name: 'closed_by' })
  readonly closedBy!: string;
  @Column('text', { name: 'confirmed_by' })
  readonly confirmedBy!: string;
  @Column('text')
  readonly reason!: string;
  @Column({ type: 'timestamptz', name: 'closed_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly closedAt!: Date;
}

/** A person asks for a closing, which a second one confirms. Append-only. */
@Entity('period_requests')
export class PeriodRequestEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'period_requests_pkey',
  })
  readonly id!: string;
  @Column('date')
  readonly month!: string;
  @Column('text')
  readonly operator!: string;
  @Column('text')
  readonly reason!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly requestedAt!: Date;
}

/** The balance of an account at the end of a closed month. Append-only. */
@Entity('period_balances')
@Check('period_balances_book_check', `book in ('merchant', 'provider')`)
export class PeriodBalanceEntity {
  @PrimaryColumn('date', { primaryKeyConstraintName: 'period_balances_pkey' })
  @ForeignKey(() => PeriodEntity, { name: 'period_balances_month_fkey' })
  readonly month!: string;
  /** `merchant`: of contract §13; `provider`: of §16.1. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_balances_pkey' })
  readonly book!: 'merchant' | 'provider';
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_balances_pkey' })
  readonly merchant!: string;
  /** Empty in the merchants' books. */
  @PrimaryColumn('text', { default: '', primaryKeyConstraintName: 'period_balances_pkey' })
  readonly mid!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_balances_pkey' })
  readonly currency!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_balances_pkey' })
  readonly account!: string;
  /** Major units, signed. */
  @Column('numeric')
  readonly balance!: string;
}

/** The bytes of a report of a closed month, which is answered with them for ever. Append-only. */
@Entity('period_reports')
@Check('period_reports_sha256_check', `sha256 ~ '^[0-9a-f]{64}$'`)
export class PeriodReportEntity {
  @PrimaryColumn('date', { primaryKeyConstraintName: 'period_reports_pkey' })
  @ForeignKey(() => PeriodEntity, { name: 'period_reports_month_fkey' })
  readonly month!: string;
  /** Empty: the house's. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_reports_pkey' })
  readonly merchant!: string;
  /** Which report, and of which day. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'period_reports_pkey' })
  readonly name!: string;
  @Column('text')
  readonly sha256!: string;
  @Column('bytea')
  readonly body!: Buffer;
}
