import { Check, Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { Bank } from '#domain/transaction/challenge';

/** A MID whose last calls in a row never left us or were not answered in time; open from `failures_max` on. */
@Entity('circuits')
@Check('circuits_failures_check', 'failures >= 1')
@Check('circuits_failures_max_check', 'failures_max >= 1')
@Check('circuits_cooldown_check', 'cooldown_ms > 0')
export class CircuitEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'circuits_pkey' })
  readonly mid!: string;
  /** Such calls in a row. */
  @Column('integer')
  readonly failures!: number;
  @Column('integer', { name: 'failures_max' })
  readonly failuresMax!: number;
  @Column('integer', { name: 'cooldown_ms' })
  readonly cooldownMs!: number;
  /** From then on one transaction may try it first. */
  @Column({ type: 'timestamptz', name: 'probe_due_at', precision: 3 })
  readonly probeDueAt!: Date;
}

/** The last list of banks that a provider gave for a country: shared by all api processes, good while it is down. */
@Entity('bank_lists')
export class BankListEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_lists_pkey' })
  readonly provider!: string;
  /** ISO 3166-1 alpha-2. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_lists_pkey' })
  readonly country!: string;
  @Column('jsonb')
  readonly banks!: readonly Bank[];
  @Column({ type: 'timestamptz', name: 'fetched_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly fetchedAt!: Date;
  /** Milliseconds since then, by the clock of Postgres. */
  @VirtualColumn('double precision', {
    query: (list) => `select (extract(epoch from clock_timestamp() - ${list}.fetched_at) * 1000)::float8`,
  })
  readonly ageMs!: number;
}
