import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
import type { EventState } from '#domain/delivery/event-states';
import { xid8 } from './columns.js';
import { ReversalEntity } from './reversal.js';
import { TransactionEntity } from './transaction.js';

/**
 * The event of a final transaction or of a reversal: the merchant's callback, and an entry of GET /v2/events. Its content
 * never changes; the state of its delivery does. `events_once_key` takes two nulls for the same.
 */
@Entity('events')
@Index('events_once_key', ['identifier', 'reversalId'], { unique: true })
@Index('events_feed_idx', ['merchant', 'committedIn', 'eventId'])
@Index('events_untaken_idx', ['merchant', 'committedIn', 'eventId'], {
  where: `state in ('exhausted', 'stopped')`,
})
@Index('events_finished_idx', ['merchant', 'finishedAt', 'eventId'])
@Index('events_untaken_finished_idx', ['merchant', 'finishedAt', 'eventId'], {
  where: `state in ('exhausted', 'stopped')`,
})
@Index('events_undelivered_idx', ['state', 'finishedAt'], { where: `state in ('pending', 'paused')` })
@Index('events_reversals_waiting_idx', ['finishedAt'], {
  where: `reversal_id is not null and state = 'pending'`,
})
@Index('events_waiting_idx', ['endpoint', 'committedIn', 'eventId'], { where: 'endpoint is not null' })
@Check('events_state_check', `state in ('none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted')`)
export class EventEntity {
  @PrimaryColumn('text', { name: 'event_id', primaryKeyConstraintName: 'events_pkey' })
  readonly eventId!: string;
  @Column('uuid')
  @ForeignKey(() => TransactionEntity, { name: 'events_transaction_fkey' })
  readonly identifier!: string;
  /** Null: the event of the transaction's end. */
  @Column('text', { name: 'reversal_id', nullable: true })
  @ForeignKey(() => ReversalEntity, 'reversalId', { name: 'events_reversal_fkey' })
  readonly reversalId!: string | null;
  @Column('text')
  readonly merchant!: string;
  /** Its place in the feed, given by a trigger: the database transaction that wrote it, or one behind the newest place. */
  @Column({ type: xid8, name: 'committed_in', default: () => 'pg_current_xact_id()' })
  readonly committedIn!: string;
  /** When its transaction became final, or its reversal was recorded or posted. */
  @Column({
    type: 'timestamptz',
    name: 'finished_at',
    precision: 3,
    default: () => 'clock_timestamp()',
  })
  readonly finishedAt!: Date;
  @Column('text', { name: 'callback_url', nullable: true })
  readonly callbackUrl!: string | null;
  /** Sent byte for byte on every attempt. */
  @Column('text')
  readonly body!: string;
  /** `none`: there is no callback URL. */
  @Column('text')
  readonly state!: EventState;
  @Column('integer', { default: 0 })
  readonly attempts!: number;
  @Column({ type: 'timestamptz', name: 'next_attempt', precision: 3, nullable: true })
  readonly nextAttempt!: Date | null;
  /** Steps of the retry ladder that were used; attempts by hand use none. */
  @Column('integer', { default: 0 })
  readonly steps!: number;
  /** Where it waits for its next attempt, while it does; null keeps it out of the index. */
  @Column('text', { nullable: true })
  readonly endpoint!: string | null;
  /** It was let go although its endpoint was paused, and no attempt was recorded since. */
  @Column('boolean', { name: 'is_released', default: false })
  readonly isReleased!: boolean;
}

/** One delivery of an event that was tried. Append-only, in months. */
@Entity('delivery_attempts')
export class DeliveryAttemptEntity {
  @PrimaryColumn('text', { name: 'event_id', primaryKeyConstraintName: 'delivery_attempts_pkey' })
  readonly eventId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'delivery_attempts_pkey' })
  readonly n!: number;
  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;
  /** Null: no answer. */
  @Column('integer', { name: 'http_status', nullable: true })
  readonly httpStatus!: number | null;
  @Column('text', { nullable: true })
  readonly failure!: string | null;
  @Column('integer', { name: 'latency_ms' })
  readonly latencyMs!: number;
}

/** An event that is sent again as one of many, in the order of the feed and at the pace of its endpoint. */
@Entity('redeliveries')
@Index('redeliveries_waiting_idx', ['endpoint', 'committedIn', 'eventId'], { where: 'due_at is null' })
@Index('redeliveries_due_idx', ['dueAt'], { where: 'due_at is not null' })
export class RedeliveryEntity {
  @PrimaryColumn('text', { name: 'event_id', primaryKeyConstraintName: 'redeliveries_pkey' })
  readonly eventId!: string;
  @Column('text')
  readonly endpoint!: string;
  @Column({ type: xid8, name: 'committed_in' })
  readonly committedIn!: string;
  /** When its workflow is to be started; null while its endpoint has others before it. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true })
  readonly dueAt!: Date | null;
}

/** An operator has had callbacks of a project sent again. Append-only. */
@Entity('redelivery_orders')
export class RedeliveryOrderEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'redelivery_orders_pkey',
  })
  readonly id!: string;
  @Column('text')
  readonly project!: string;
  /** Inclusive; the events that became final in this time. */
  @Column({ type: 'timestamptz', name: 'from_at', precision: 3 })
  readonly fromAt!: Date;
  /** Exclusive; null: until the order. */
  @Column({ type: 'timestamptz', name: 'to_at', precision: 3, nullable: true })
  readonly toAt!: Date | null;
  @Column('text', { array: true })
  readonly states!: readonly string[];
  @Column('text')
  readonly operator!: string;
  @Column('text')
  readonly reason!: string;
  @Column({ type: 'timestamptz', name: 'ordered_at', precision: 3, default: () => 'clock_timestamp()' })
  readonly orderedAt!: Date;
}

/** A merchant's endpoint that fails, or whose waiting callbacks are still being let go. One that is well has no row. */
@Entity('endpoints')
@Check(
  'endpoints_pause_check',
  'paused_at is null or (failing_since is not null and next_release_at is not null)',
)
export class EndpointEntity {
  /** Project, scheme, host and port. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'endpoints_pkey' })
  readonly endpoint!: string;
  @Column({ type: 'timestamptz', name: 'failing_since', precision: 3, nullable: true })
  readonly failingSince!: Date | null;
  @Column({ type: 'timestamptz', name: 'paused_at', precision: 3, nullable: true })
  readonly pausedAt!: Date | null;
  /** All callbacks that waited when it was paused are marked as paused. */
  @Column('boolean', { name: 'is_settled', default: false })
  readonly isSettled!: boolean;
  @Column({ type: 'timestamptz', name: 'resumed_at', precision: 3, nullable: true })
  readonly resumedAt!: Date | null;
  /** When the next callback may be let go: one that tries it while it is paused, all in turn afterwards. */
  @Column({ type: 'timestamptz', name: 'next_release_at', precision: 3, nullable: true })
  readonly nextReleaseAt!: Date | null;
  /** Milliseconds between tries while it is paused. */
  @Column('double precision', { name: 'probe_ms' })
  readonly probeMs!: number;
  /** Callbacks a second once it was reached again. */
  @Column('integer', { name: 'callback_rate' })
  readonly callbackRate!: number;
}

/** The lowest place that a database transaction which is still open may take for a merchant, as its locks say. */
@ViewEntity('open_places', { synchronize: false })
export class OpenPlaceEntity {
  /** The merchant's hash: two merchants may share one, and then wait for each other. */
  @ViewColumn()
  readonly key!: number;
  @ViewColumn()
  readonly place!: string;
}
