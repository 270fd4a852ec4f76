import { createHash } from 'node:crypto';
import type { Evidence } from '#domain/transaction/report';
import type { PlannedSubject, Transaction } from '#domain/transaction/transaction';
import type { ProviderEventEntity } from '../entities/attempt.js';
import type { RowOf } from '../entities/columns.js';
import type { Database } from '../database.js';
import { readKnown, type KnownRow, type Loaded } from './load-known.js';
import { selectPlan, selectTiming, selectTransfer } from './transaction-row.js';

type ProviderEvent = {
  readonly id: string;
  readonly provider: string;
  readonly eventId: string;
  /** About the outcome of an attempt, or about its money after the success. */
  readonly evidence: Evidence;
};

/** With the MIDs whose credentials signed it: it counts for their attempts only (contract §9). */
export type SignedEvent = ProviderEvent & { readonly mids: readonly string[] };

export type KeptEvent = {
  /** False for a repetition: the event was kept before. */
  readonly fresh: boolean;
  /** Undefined if no attempt has that reference; the event is kept nevertheless. */
  readonly transaction: WokenTransaction | undefined;
  /** Whether to signal the workflow. False once 20 events are unread: their signals will read this one too. */
  readonly wakes: boolean;
};

/** What its workflow is started from, should it not be running any more. */
export type WokenTransaction = PlannedSubject &
  Pick<Transaction, 'status'> & { readonly provider: string | null; readonly traceparent: string | null };

/** Workflows are woken by a signal; if it is lost, recovery makes up for it after this time. */
const recoverSoonSeconds = 5;
/**
 * A workflow that is signalled reads all events of its transaction. Each signal costs it a step and Temporal takes
 * 10,000 in all: a provider that repeats itself while no worker runs must not use them up.
 */
const unreadSignalledMax = 20;

/**
 * Keeps a verified provider event once, before its workflow is signalled (contract §7, provider callbacks). It is a
 * repetition if the same credentials have signed the same id with the same outcome or reversal of the same attempt: an
 * account at the provider can sign any id for itself, but takes none from another account.
 */
export async function keepProviderEvent(database: Database, event: SignedEvent): Promise<KeptEvent> {
  const [row] = await database.sql<KeptRow[]>`
    with known as (
      select identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount::text as amount, currency, status, transactions.provider, traceparent,
        ${() => selectPlan}
      from attempts join transactions using (identifier)
      where attempts.provider = ${event.provider} and provider_reference = ${event.evidence.providerReference}
        and mid = any(${event.mids}::text[])
    ), kept as (
      insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence, repetition_key)
      select ${event.id}, ${event.provider}, ${event.eventId}, ${event.evidence.providerReference},
        (select identifier from known), ${JSON.stringify(event.evidence)}::jsonb, ${repetitionKey(event)}
      on conflict on constraint provider_events_event_key do nothing
      returning id
    ), unread as (
      select from provider_events
      where identifier = (select identifier from known) and applied_at is null limit ${unreadSignalledMax}
    ), soon as (
      update recoveries set due_at = least(due_at, now() + ${recoverSoonSeconds} * interval '1 second')
      where identifier = (select identifier from known) and exists (select from kept)
    )
    select exists (select from kept) as fresh, (select to_jsonb(known) from known) as transaction,
      (select count(*) from unread) < ${unreadSignalledMax} as wakes`;
  if (!row) throw new Error('keeping an event answers with one row');
  return { ...row, transaction: row.transaction ?? undefined };
}

function repetitionKey({ mids, evidence }: SignedEvent): string {
  const said = 'outcome' in evidence ? evidence.outcome : `reversal ${evidence.kind} ${evidence.key}`;
  const parts = JSON.stringify([mids.toSorted(), evidence.providerReference, said]);
  return createHash('sha256').update(parts).digest('base64url');
}

/** A transaction with the reports in its inbox that were not applied yet, oldest first. */
export type Inbox = Loaded & {
  /** Reversals are among them once the transaction has ended (contract §15.8). */
  readonly events: readonly ProviderEvent[];
  /** Reversals wait for the end of the transaction. */
  readonly isReversalWaiting: boolean;
};

export async function loadInbox(database: Database, identifier: string): Promise<Inbox | undefined> {
  const [row] = await database.sql<InboxRow[]>`
    select transactions.*, ${() => selectTiming}, clock_timestamp() as read_at, ${() => selectTransfer},
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      (select jsonb_agg(to_jsonb(provider_events) order by received_at, id) from provider_events
       where provider_events.identifier = transactions.identifier and applied_at is null) as events,
      finished_at is null as is_open
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  const unread = (row.events ?? []).map((event) => ({
    id: event.id,
    provider: event.provider,
    eventId: event.event_id,
    evidence: event.evidence,
  }));
  const events = row.is_open ? unread.filter(({ evidence }) => 'outcome' in evidence) : unread;
  return { ...readKnown(row), events, isReversalWaiting: events.length < unread.length };
}

type KeptRow = Omit<KeptEvent, 'transaction'> & { readonly transaction: WokenTransaction | null };
type InboxRow = KnownRow & {
  readonly is_open: boolean;
  readonly events: Pick<RowOf<ProviderEventEntity>, 'id' | 'provider' | 'event_id' | 'evidence'>[] | null;
};
