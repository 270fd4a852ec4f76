import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { KeyPurpose } from '#domain/keys/stored-keys';

/**
 * A request or callback key that was made without the configuration file. It never changes what it is, never comes
 * back, and is never forgotten.
 */
@Entity('api_keys')
@Index('api_keys_project_idx', ['project'])
@Check('api_keys_purpose_check', `purpose in ('request', 'callback')`)
@Check('api_keys_revocation_check', '(revoked_at is null) = (revoked_by is null)')
export class ApiKeyEntity {
  /** Public: `mk_live_…`, `ck_test_…`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'api_keys_pkey' })
  readonly id!: string;
  @Column('text')
  readonly project!: string;
  @Column('text')
  readonly purpose!: KeyPurpose;
  /** Sealed with the key encryption keys, bound to id and project. */
  @Column('bytea', { name: 'secret_box' })
  readonly secretBox!: Buffer;
  @Column('text', { name: 'created_by' })
  readonly createdBy!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'not_before', precision: 3, default: () => 'clock_timestamp()' })
  readonly notBefore!: Date;
  /** May lie ahead: until then the key is valid. */
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  readonly revokedAt!: Date | null;
  @Column('text', { name: 'revoked_by', nullable: true })
  readonly revokedBy!: string | null;
  /** To the minute. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  readonly lastUsedAt!: Date | null;
}

/** One row, counted up by a trigger with every change of a key: processes load the keys anew when it has moved. */
@Entity('api_key_revision')
@Check('api_key_revision_only_row_check', 'only_row')
export class ApiKeyRevisionEntity {
  @PrimaryColumn('boolean', {
    name: 'only_row',
    default: true,
    primaryKeyConstraintName: 'api_key_revision_pkey',
  })
  readonly onlyRow!: true;
  @Column('integer')
  readonly revision!: number;
}
