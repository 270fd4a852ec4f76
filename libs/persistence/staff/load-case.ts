import type { EventState } from '#domain/delivery/event-states';
import { phaseOf, type Phase } from '#domain/transaction/state';
import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { Attempt } from '#domain/transaction/transaction';
import type { Database } from '../database.js';
import { providerSaid } from './case-tables.js';
import { timing } from '../transactions/transaction-row.js';

/** Where a transaction stands by the books alone: what it waits for, and what is asked next. */
export type StaffCase = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly phase: Phase;
  readonly provider: string | null;
  /** Its merchant was offered banks and has not chosen. */
  readonly awaitsBank: boolean;
  /** The refund of the same payment that comes before it; null: none. */
  readonly waitsFor: string | null;
  /** The end of the time in which the customer can pay or the bank can be chosen; what is held ends then. */
  readonly until: Date;
  /** No provider that it was sent to was ever reached. */
  readonly isUnreached: boolean;
  /** `said`: what the provider said, in short; empty where it is not about that. */
  readonly reviews: readonly { readonly id: string; readonly cause: string; readonly said: string }[];
  /** What was asked for, such as `10.1 EUR`. */
  readonly asked: string;
  /** State of its callback; undefined before its end. */
  readonly delivery: EventState | undefined;
  readonly nextDelivery: Date | undefined;
  /** When its provider is asked next, as planned; undefined: it is not asked. A report in between changes that. */
  readonly nextLookUp: Date | undefined;
};

type Row = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly provider: string | null;
  readonly money: string;
  readonly submit_due_at: Date | null;
  readonly payable_until: Date;
  readonly waits_for: string | null;
  readonly challenge_type: string | null;
  readonly lookup_ms: readonly number[] | null;
  readonly attempts: readonly Pick<Attempt, 'state'>[] | null;
  readonly asked: number;
  readonly asked_at: Date | null;
  readonly late_at: Date | null;
  readonly reviews: StaffCase['reviews'] | null;
  readonly delivery: EventState | null;
  readonly next_attempt: Date | null;
};

/** Undefined: there is no such transaction. */
export async function loadCase(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<StaffCase | undefined> {
  const [row] = await database.sql<Row[]>`
    select type, status, provider, amount::text || ' ' || currency as money, submit_due_at, payable_until, waits_for, challenge_type,
      ${() => timing}->'lookupMs' as lookup_ms,
      (select jsonb_agg(jsonb_build_object('state', state) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      asked, coalesce(asked_at, started_at) as asked_at,
      coalesce((select due_at from late_lookups where late_lookups.identifier = transactions.identifier),
        (select due_at from success_lookups where success_lookups.identifier = transactions.identifier)) as late_at,
      (select jsonb_agg(jsonb_build_object('id', id::text, 'cause', cause,
          'said', ${() => providerSaid}) order by id) from reviews
       where reviews.identifier = transactions.identifier and closed_at is null) as reviews,
      delivery, next_attempt
    from transactions
      left join lateral (select n, coalesce(finished_at, started_at) as started_at from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1) as latest on true
      cross join lateral (select count(*)::integer as asked, max(asked_at) as asked_at from lookups
        where lookups.identifier = transactions.identifier and lookups.n = latest.n and counts) as questions
      left join lateral (select state as delivery, next_attempt from events
        where events.identifier = transactions.identifier
        order by state in ('delivered', 'none'), committed_in desc limit 1) as told on true
    where transactions.identifier = ${identifier}`;
  return row && readCase(row);
}

function readCase(row: Row): StaffCase {
  const attempts = row.attempts ?? [];
  const transaction = { status: row.status, submitDueAt: row.submit_due_at ?? undefined };
  const phase = phaseOf({ transaction, attempts });
  return {
    type: row.type,
    status: row.status,
    phase,
    provider: row.provider,
    awaitsBank: row.challenge_type === 'bank_code',
    waitsFor: row.waits_for,
    until: row.payable_until,
    isUnreached: attempts.length > 0 && attempts.every(({ state }) => state === 'not_sent'),
    reviews: row.reviews ?? [],
    asked: row.money,
    delivery: row.delivery ?? undefined,
    nextDelivery: row.next_attempt ?? undefined,
    nextLookUp: nextLookUpOf(phase, row),
  };
}

/** The plan's waits are counted from the last question, and the first one from the submit; the last of them repeats. */
function nextLookUpOf(phase: Phase, { lookup_ms, asked, asked_at, late_at }: Row): Date | undefined {
  if (phase === 'final') return late_at ?? undefined;
  if ((phase !== 'waiting' && phase !== 'unknown') || asked_at === null) return undefined;
  const wait = lookup_ms?.[asked] ?? lookup_ms?.at(-1);
  return wait === undefined ? undefined : new Date(asked_at.getTime() + wait);
}
