import { Column, Entity, PrimaryGeneratedColumn, ViewColumn, ViewEntity } from 'typeorm';
import type { Configuration } from '#domain/configuration';

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
  readonly document!: Configuration;
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
  readonly document!: Configuration;
}
