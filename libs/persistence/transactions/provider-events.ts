import type { ProviderReport } from '#domain/transaction/report';
import type { Plan } from '#domain/transaction/plan';
import type { Known } from '#domain/transaction/transaction';
import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

export type ProviderEvent = {
  readonly id: string;
  readonly provider: string;
  readonly eventId: string;
  readonly evidence: ProviderReport;
};

/** With the MIDs whose credentials signed it: it speaks for their attempts only (contract §9). */
export type SignedEvent = ProviderEvent & { readonly mids: readonly string[] };

export type KeptEvent = {
  /** False for a repetition: the event was kept before. */
  readonly fresh: boolean;
  /** Absent when no attempt of ours has that reference; the event is kept all the same. */
  readonly transaction: WokenTransaction | undefined;
};

/** What its flow is started from, should it not run any more. */
export type WokenTransaction = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: string;
  readonly provider: string | null;
  readonly plan: Plan;
};

/** Flows are woken by a signal; should that be lost, the sweep comes by after this time. */
const sweepSoonSeconds = 5;

/** Keeps a verified provider event once, before anyone is told of it (contract §7, provider callbacks). */
export async function keepProviderEvent(database: Database, event: SignedEvent): Promise<KeptEvent> {
  const [row] = await database.sql<KeptRow[]>`
    with known as (
      select identifier, type, merchant, reference, method, status, transactions.provider, plan
      from attempts join transactions using (identifier)
      where attempts.provider = ${event.provider} and provider_reference = ${event.evidence.providerReference}
        and mid = any(${event.mids}::text[])
    ), kept as (
      insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence)
      select ${event.id}, ${event.provider}, ${event.eventId}, ${event.evidence.providerReference},
        (select identifier from known), ${JSON.stringify(event.evidence)}::jsonb
      on conflict on constraint provider_events_event_key do nothing
      returning id
    ), soon as (
      update sweeps set next_sweep_at = least(next_sweep_at, now() + ${sweepSoonSeconds} * interval '1 second')
      where identifier = (select identifier from known) and exists (select from kept)
    )
    select exists (select from kept) as fresh, (select to_jsonb(known) from known) as transaction`;
  if (!row) throw new Error('keeping an event answers with one row');
  return { fresh: row.fresh, transaction: row.transaction ?? undefined };
}

/** What was heard about a transaction and not looked at yet, oldest first, with what it must be held against. */
export type Heard = Known & {
  readonly events: readonly ProviderEvent[];
  readonly clock: DatabaseClock;
};

export async function loadHeard(database: Database, identifier: string): Promise<Heard | undefined> {
  const [row] = await database.sql<HeardRow[]>`
    select transactions.*, clock_timestamp() as read_at,
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      (select jsonb_agg(to_jsonb(provider_events) order by received_at, id) from provider_events
       where provider_events.identifier = transactions.identifier and applied_at is null) as events
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempts: (row.attempts ?? []).map(readAttempt),
    events: (row.events ?? []).map((event) => ({
      id: event.id,
      provider: event.provider,
      eventId: event.event_id,
      evidence: event.evidence,
    })),
    clock: databaseClock(row.read_at),
  };
}

/**
 * A callback with a wrong signature speaks of this transaction. Its type when it may cost a question to the provider
 * now, whichever process asks: it is open, and the wait since the suspicion before is over. `ladderMs` repeats its
 * last wait. Undefined otherwise, which costs one look at an index and writes nothing.
 */
export async function takeSuspicion(
  database: Database,
  identifier: string,
  ladderMs: readonly number[],
): Promise<TransactionType | undefined> {
  const [row] = await database.sql<{ type: TransactionType }[]>`
    with taken as (
      update sweeps set suspicions = suspicions + 1, suspicion_due_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(suspicions + 1, ${ladderMs.length}::integer)]
      from transactions
      where sweeps.identifier = ${identifier} and suspicion_due_at <= now()
        and transactions.identifier = sweeps.identifier and finished_at is null
      returning type
    )
    select type from taken`;
  return row?.type;
}

type KeptRow = {
  readonly fresh: boolean;
  readonly transaction: WokenTransaction | null;
};
type HeardRow = TransactionRow & {
  readonly read_at: Date;
  readonly attempts: AttemptRow[] | null;
  readonly events:
    | {
        readonly id: string;
        readonly provider: string;
        readonly event_id: string;
        readonly evidence: ProviderReport;
      }[]
    | null;
};
