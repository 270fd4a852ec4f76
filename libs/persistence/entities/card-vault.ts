import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/*
 * All of the vault is unlogged, which TypeORM cannot say: card data reaches no write-ahead log, no standby and no base
 * backup, and is gone after a crash of Postgres.
 */

/** A key that cards are sealed to. */
@Entity('vault_keys')
@Check('vault_keys_public_key_check', 'length(public_key) = 32')
export class VaultKeyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'vault_keys_pkey' })
  readonly id!: string;
  /** X25519, 32 bytes. */
  @Column('bytea', { name: 'public_key' })
  readonly publicKey!: Buffer;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}

/** Its private half, which goes with it. The table is written anew as a whole, so that nothing deleted stays readable. */
@Entity('vault_private_keys')
export class VaultPrivateKeyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'vault_private_keys_pkey' })
  @ForeignKey(() => VaultKeyEntity, { name: 'vault_private_keys_key_fkey', onDelete: 'CASCADE' })
  readonly id!: string;
  /** Sealed with the vault's key ring, which the worker alone has. */
  @Column('bytea')
  readonly box!: Buffer;
}

/** The card of one payment that was not sent yet, for 15 minutes at most. */
@Entity('card_vault')
@Index('card_vault_expiry_idx', ['expiresAt'])
@Index('card_vault_key_idx', ['keyId'])
export class SealedCardEntity {
  /** Without a foreign key: `transactions` outlives a crash, and this table does not. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_vault_pkey' })
  readonly identifier!: string;
  /** Sealed to the vault's key: number, expiry and name. */
  @Column('bytea', { name: 'card_box' })
  readonly cardBox!: Buffer;
  /** Sealed to the vault's key by itself. */
  @Column('bytea', { name: 'cvv_box' })
  readonly cvvBox!: Buffer;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  readonly expiresAt!: Date;
  /** Null: sealed by a release that had no such keys. */
  @Column('uuid', { name: 'key_id', nullable: true })
  @ForeignKey(() => VaultKeyEntity, { name: 'card_vault_key_fkey' })
  readonly keyId!: string | null;
}
