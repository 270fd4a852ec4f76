import { Check, Column, Entity, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';
import type { LimitPeriod } from '#domain/configuration/configuration';
import type { LimitScope } from '#domain/limits/counted-limits';
import type { TransactionType } from '#domain/transaction/status';

/**
 * What was registered in a UTC day or month for a project, a customer or a MID, without what ended unsuccessfully.
 * Moved by triggers only; kept for 31 days after its period.
 */
@Entity('limit_counters')
@Check('limit_counters_per_check', `per in ('day', 'month')`)
@Check('limit_counters_starts_on_check', 'starts_on = date_trunc(per, starts_on::timestamp)::date')
@Check('limit_counters_scope_check', `scope in ('project', 'customer', 'mid')`)
@Check('limit_counters_amount_check', 'amount >= 0')
@Check('limit_counters_count_check', 'count >= 0')
export class LimitCounterEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly per!: LimitPeriod;
  /** First day of the period, UTC. */
  @PrimaryColumn('date', { name: 'starts_on', primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly startsOn!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly scope!: LimitScope;
  /** A project, a MID, or a customer's keyed hash. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly subject!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly type!: TransactionType;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'limit_counters_pkey' })
  readonly currency!: string;
  /** Major units. */
  @Column('numeric')
  readonly amount!: string;
  @Column('integer')
  readonly count!: number;
}

/** What each transaction counts in, by its plan: every counter is the sum of its claims. */
@ViewEntity('limit_claims', { synchronize: false })
export class LimitClaimEntity {
  @ViewColumn()
  readonly identifier!: string;
  @ViewColumn({ name: 'created_at' })
  readonly createdAt!: Date;
  @ViewColumn()
  readonly per!: LimitPeriod;
  @ViewColumn({ name: 'starts_on' })
  readonly startsOn!: string;
  @ViewColumn()
  readonly scope!: LimitScope;
  @ViewColumn()
  readonly subject!: string;
  @ViewColumn()
  readonly type!: TransactionType;
  @ViewColumn()
  readonly currency!: string;
  @ViewColumn()
  readonly amount!: string;
}

/** How many payouts of a project are not final. Moved by triggers only. */
@Entity('payouts_in_flight')
@Check('payouts_in_flight_count_check', 'count >= 0')
export class PayoutsInFlightEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'payouts_in_flight_pkey' })
  readonly project!: string;
  @Column('integer')
  readonly count!: number;
}

/** How many requests of a key the api processes have leased in its latest second. Unlogged: worthless a second later. */
@Entity('rate_windows')
export class RateWindowEntity {
  @PrimaryColumn('text', { name: 'key_id', primaryKeyConstraintName: 'rate_windows_pkey' })
  readonly keyId!: string;
  /** Unix time of Postgres, in seconds. */
  @Column('bigint')
  readonly second!: string;
  @Column('bigint')
  readonly leased!: string;
}

/** Turns that an asker has taken at a MID in the latest period in which it asked. Unlogged: worthless soon after. */
@Entity('mid_turns')
export class MidTurnEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mid_turns_pkey' })
  readonly mid!: string;
  /** A merchant and what it asks for. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mid_turns_pkey' })
  readonly asker!: string;
  /** Unix time of Postgres, in periods: a second, or as long as eight turns of a slow MID take. */
  @Column('bigint')
  readonly period!: string;
  @Column('integer')
  readonly taken!: number;
}
