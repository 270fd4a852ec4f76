import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Who changed what, and who looked at whom. Mostly written by triggers, in the transaction of the change; holds no
 * secret and no personal data. Append-only.
 */
@Entity('audit_log')
@Check('audit_log_actor_check', `actor <> ''`)
@Check('audit_log_action_check', `action ~ '^[a-z_]+[.][a-z_]+$'`)
export class AuditEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_log_pkey',
  })
  readonly id!: string;
  /** Set by a trigger, whatever was given. */
  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;
  /** As they name themselves, or as the company's sign-on does. */
  @Column('text')
  readonly actor!: string;
  /** Such as `key.created`. */
  @Column('text')
  readonly action!: string;
  /** What was changed or looked at: an identifier, a name or a number. */
  @Column('text')
  readonly subject!: string;
  @Column('jsonb', { default: {} })
  readonly details!: Readonly<Record<string, unknown>>;
  /** The role of the database that wrote it; set by the same trigger. */
  @Column('text')
  readonly login!: string;
}

/** That the rows of the log after the seal before it, and up to this one, were as its hash says. Append-only. */
@Entity('audit_seals')
@Check('audit_seals_hash_check', `hash ~ '^[0-9a-f]{64}$'`)
export class AuditSealEntity {
  /** 1, 2, …, without a gap. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'audit_seals_pkey' })
  readonly n!: number;
  /** Inclusive. */
  @Column('bigint', { name: 'through_id' })
  readonly throughId!: string;
  @Column('integer', { name: 'row_count' })
  readonly rowCount!: number;
  /** SHA-256, hexadecimal, of the seal before, of what this one says, and of its rows. */
  @Column('text')
  readonly hash!: string;
  @Column({ type: 'timestamptz', name: 'sealed_at', precision: 3 })
  readonly sealedAt!: Date;
}
