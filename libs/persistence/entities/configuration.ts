import { Check, Column, Entity, Index, PrimaryGeneratedColumn, ViewColumn, ViewEntity } from 'typeorm';
import type { StoredDocument } from '../configuration/stored-document.js';
import type { SwitchKind } from '#domain/routing/switched-off';

/** One version of the configuration file as it was applied; the newest is in force. Append-only. */
@Entity('configurations')
export class ConfigurationEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'configurations_pkey',
  })
  readonly version!: number;
  /** Of the whole content, secrets included: the same content is not applied twice. */
  @Column('text')
  readonly digest!: string;
  /** Without keys and credentials. */
  @Column('jsonb')
  readonly document!: StoredDocument;
  /** Sealed: keys and credentials. */
  @Column('bytea', { name: 'secrets_box' })
  readonly secretsBox!: Buffer;
  @Column('text', { name: 'applied_by' })
  readonly appliedBy!: string;
  @Column({ type: 'timestamptz', name: 'applied_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly appliedAt!: Date;
}

/** The same for processes that need no secret of it. */
@ViewEntity('open_configurations', { synchronize: false })
export class OpenConfigurationEntity {
  @ViewColumn()
  readonly version!: number;
  @ViewColumn()
  readonly digest!: string;
  @ViewColumn()
  readonly document!: StoredDocument;
}

/** The same for staff: without the blocklist, which names customers. */
@ViewEntity('shown_configurations', { synchronize: false })
export class ShownConfigurationEntity {
  @ViewColumn()
  readonly version!: number;
  @ViewColumn({ name: 'applied_by' })
  readonly appliedBy!: string;
  @ViewColumn({ name: 'applied_at' })
  readonly appliedAt!: Date;
  @ViewColumn()
  readonly document!: Omit<StoredDocument, 'blocklist'>;
}

/** A provider, MID or method that an operator has stopped or let go on; the newest of each name counts. Append-only. */
@Entity('switches')
@Index('switches_newest_idx', ['kind', 'name', 'id'])
@Check('switches_kind_check', `kind in ('provider', 'mid', 'method', 'refunds')`)
@Check('switches_operator_check', `operator <> ''`)
@Check('switches_reason_check', `reason <> ''`)
export class SwitchEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'switches_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly kind!: SwitchKind;
  @Column('text')
  readonly name!: string;
  @Column('boolean', { name: 'is_off' })
  readonly isOff!: boolean;
  @Column('text')
  readonly operator!: string;
  @Column('text')
  readonly reason!: string;
  @Column({ type: 'timestamptz', name: 'switched_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly switchedAt!: Date;
}
